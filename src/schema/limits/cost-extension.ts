import { LIMITS } from './limits.js';

/** `extensions.cost` of an answer. */
export interface CostExtension {
  readonly requested: number;
  /** Of one operation. */
  readonly limit: number;
  /** Of the API key in this minute, where that is limited. */
  readonly remaining?: number;
}

export const toCostExtension = (requested: number, remaining: number | null): CostExtension => ({
  requested,
  limit: LIMITS.cost,
  ...(remaining === null ? {} : { remaining }),
});
