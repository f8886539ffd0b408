export const connectorPlaceholder = 'core/connector';
