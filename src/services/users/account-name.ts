/** The name that the first start gives the first account. */
export const FIRST_ACCOUNT_NAME = 'owner';

/** Returns the account's name for pages; null until a person has chosen one. */
export const toChosenName = (name: string): string | null => (name === FIRST_ACCOUNT_NAME ? null : name);
