export const internalPlaceholder = 'core/internal';
