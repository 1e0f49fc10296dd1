import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../errors.js';
import { readQuery } from './read-query.js';
import { validateInput } from './validate-input.js';

/**
 * Route schemas: bodies are never coerced, queries are read strictly. Path ids are the routes' own (docs/rules.md#ids).
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

/** Fastify wants refusals as values: what a validator throws, it answers with 500. */
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
