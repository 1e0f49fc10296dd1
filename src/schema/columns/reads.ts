import { Extensions } from 'type-graphql';

/**
 * What a resolver reads of the row that it is given, by the names of the entity. Put it on every resolver of the graph
 * that reads no other rows than those it answers with: an operation with a resolver that lacks it reads whole rows.
 */
export const Reads = <T extends object = Record<never, never>>(...properties: readonly (keyof T & string)[]) =>
  Extensions({ [READS]: properties });

/** In the extensions of a field. */
export const READS = 'reads';
