export const placeholder = 'dynamodb';
