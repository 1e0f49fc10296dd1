/** Stands for the session cookie of the console, in place of an API key. */
export const SESSION = Symbol('session');

/** The headers that authenticate a request: the key, or the header of the console. */
export const headersFor = (credential) =>
  credential === SESSION ? { 'x-pushgraph-console': '1' } : { authorization: `Bearer ${credential}` };
