/**
 * Owns: errors in the shape in which the real client rejects with them.
 * Refuses: its classes; the sink goes by names.
 */

export interface ServiceErrorOptions {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  /** Further fields: `code`, `ThrottlingReasons`, ... */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export function serviceError({ name, message, status, fields }: ServiceErrorOptions): Error {
  const metadata = status === undefined ? {} : { $metadata: { httpStatusCode: status } };
  return Object.assign(new Error(message), { name }, metadata, fields);
}

export function validationError(message: string): Error {
  return serviceError({ name: 'ValidationException', message, status: 400 });
}

export function missingTableError(table: string): Error {
  return serviceError({
    name: 'ResourceNotFoundException',
    message: `Requested resource not found: Table: ${table} not found`,
    status: 400,
  });
}

export function throughputExceededError(table: string): Error {
  return serviceError({
    name: 'ProvisionedThroughputExceededException',
    message: 'The level of configured provisioned throughput for the table was exceeded',
    status: 400,
    fields: {
      ThrottlingReasons: [
        { reason: 'TableWriteProvisionedThroughputExceeded', resource: `table/${table}` },
      ],
    },
  });
}

export function connectionResetError(): Error {
  return serviceError({
    name: 'TimeoutError',
    message: 'read ECONNRESET',
    fields: { code: 'ECONNRESET' },
  });
}

export function abortError(): Error {
  return serviceError({ name: 'AbortError', message: 'Request aborted' });
}
