export const placeholder = 'files';
