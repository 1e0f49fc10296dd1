const BYTES = 16;

/** For one press of a button: however often the request is sent, it is carried out once. */
export const newKey = (): string =>
  // Not `randomUUID`, which browsers have over https only.
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
