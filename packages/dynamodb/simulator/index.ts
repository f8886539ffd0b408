export const simulatorPlaceholder = 'dynamodb/simulator';
