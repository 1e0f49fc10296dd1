import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../errors.js';
import { readQuery } from './read-query.js';
import { validateInput } from './validate-input.js';

/**
 * Compiles route schemas: bodies are never coerced, and queries are read strictly. Routes check path ids themselves
 * (docs/rules.md#ids).
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  switch (httpPart) {
    case 'body':
      return answering((data) => validateInput(schema, data));
    case 'querystring':
      return answering((data) => validateInput(schema, readQuery(schema, data)));
    default:
      return (data: unknown) => ({ value: data });
  }
};

/** Fastify expects refusals as return values; it answers exceptions with 500. */
const answering =
  (read: (data: unknown) => unknown) =>
  (data: unknown): { value: unknown } | { error: Error } => {
    try {
      return { value: read(data) };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  };
