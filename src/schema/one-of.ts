import { Extensions } from 'type-graphql';

/**
 * Marks an input of which exactly one field must be given. TypeGraphQL (2.0.0-rc.4) prints `@oneOf` but does not enforce
 * it, so `finish-schema.ts` sets `isOneOf` on the built type, and graphql-js then enforces and prints it.
 */
export const OneOf = (): ReturnType<typeof Extensions> => Extensions({ oneOf: true });
