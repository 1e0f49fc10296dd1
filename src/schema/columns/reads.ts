import { Extensions } from 'type-graphql';

/**
 * Declares the properties of its row that a resolver reads. Put it on every resolver that reads only its row and the rows
 * that it returns: an operation with a resolver without it loads whole rows.
 */
export const Reads = <T extends object = Record<never, never>>(...properties: readonly (keyof T & string)[]) =>
  Extensions({ [READS]: properties });

/** The extension of a field that holds the properties. */
export const READS = 'reads';
