import type { FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../errors.js';

/** Converts any error to one of the closed list; an unknown one becomes INTERNAL, without its message. */
export const toAppError = (error: unknown, { raw }: Pick<FastifyRequest, 'raw'>): AppError => {
  // The client has hung up and reads no answer. Log and metrics must not count that as our fault.
  if (raw.readableAborted && !raw.complete)
    return new AppError('BAD_USER_INPUT', 'The request did not arrive completely.');
  if (error instanceof AppError) return error.code === 'INTERNAL' ? internalError() : error;
  const { code, statusCode } = readFastifyError(error);
  const known = FASTIFY_ERRORS[code];
  if (known) return new AppError(...known);
  if (code.startsWith('FST_') && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_USER_INPUT', 'The request is malformed.');
  }
  return internalError();
};

const internalError = (): AppError => new AppError('INTERNAL', 'Internal error');

const FASTIFY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_USER_INPUT', 'The request body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BAD_USER_INPUT', 'The request body is empty.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'BAD_USER_INPUT',
    'Send the request body as JSON, with "content-type: application/json".',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_USER_INPUT', 'The length of the request body differs from content-length.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request body is larger than 1 MiB.'],
  FST_ERR_BAD_URL: ['BAD_USER_INPUT', 'The address is not correctly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'There is no such route.'],
  FST_ERR_NOT_FOUND: ['NOT_FOUND', 'There is no such route.'],
};

const readFastifyError = (error: unknown): { code: string; statusCode: number } => {
  if (!(error instanceof Error)) return { code: '', statusCode: 0 };
  const code = 'code' in error ? String(error.code) : '';
  const statusCode = 'statusCode' in error ? Number(error.statusCode) : 0;
  return { code, statusCode };
};
