/** In place of an API key: whoever is signed in to the console of this origin, by the cookie. */
export const SESSION = Symbol('session');

/** What a request says of who sends it: a key, or that it comes from a page of this origin. */
export const headersFor = (credential) =>
  credential === SESSION ? { 'x-pushgraph-console': '1' } : { authorization: `Bearer ${credential}` };
