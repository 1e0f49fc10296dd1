/** The first account gets this name from the first start; nobody has chosen it. */
export const FIRST_ACCOUNT_NAME = 'owner';

/** The name that pages show to people: null until somebody has chosen one. */
export const toChosenName = (name: string): string | null => (name === FIRST_ACCOUNT_NAME ? null : name);
