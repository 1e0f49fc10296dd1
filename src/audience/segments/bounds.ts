/** The number of groups (`and`, `or`, `not`) that may be inside one another. */
export const MAX_DEPTH = 5;
export const MAX_CONDITIONS = 50;
/** The maximum number of values of one list, and of all lists of a tree. */
export const MAX_VALUES = 1_000;
export const MAX_TREE_VALUES = 10_000;

/**
 * The most that judging one device may cost, over all segments of a scheduler, in units of about 0.1 µs. A page of 5,000
 * devices then takes at most about a quarter of a second (docs/decisions/attributes.md#segments).
 */
export const MAX_COST = 500;
