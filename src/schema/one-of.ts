import { Extensions } from 'type-graphql';

/**
 * Marks an input with exactly one field. TypeGraphQL (2.0.0-rc.4) prints `@oneOf` but does not enforce it, so
 * `finish-schema.ts` sets `isOneOf` on the built type. graphql-js then enforces and prints it.
 */
export const OneOf = (): ReturnType<typeof Extensions> => Extensions({ oneOf: true });
