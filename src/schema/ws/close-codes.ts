/**
 * The close codes of graphql-transport-ws that this service sends. The library sends 4400, 4406, 4408, and 4409 for a
 * running id. An invalid key never gets 4403, because clients would retry forever.
 */
export const CLOSE = {
  goingAway: { code: 1001, reason: 'The server is stopping' },
  unauthorized: { code: 4401, reason: 'Unauthorized' },
  idInUse: { code: 4409, reason: 'An operation with this id has not ended yet' },
  tooManySockets: { code: 4429, reason: 'Too many sockets for this user' },
  tooManyBadKeys: { code: 4429, reason: 'Too many bad keys from this address' },
  internalError: { code: 4500, reason: 'Internal server error' },
} as const;
