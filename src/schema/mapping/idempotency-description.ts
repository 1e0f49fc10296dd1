/** The description of every `idempotencyKey` argument. */
export const IDEMPOTENCY_DESCRIPTION =
  'Any text of up to 255 characters: the same key with the same arguments within 24 hours creates only once.';
