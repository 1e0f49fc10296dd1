import { useCallback, useRef } from 'react';

const BYTES = 16;

/** Creates the key for one press of a button, so that a repeated request takes effect only once. */
export const newKey = (): string =>
  // Browsers offer `randomUUID` only over https.
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Attempt<Input> {
  readonly input: Input;
  readonly key: string;
}

/**
 * Reuses the input and the key of an attempt whose answer was lost, so that nothing is created or sent twice.
 * @returns `begin`, which keeps both while `of` is the same, and `end`, which forgets them
 */
export const useAttempt = <Input>() => {
  const attempt = useRef<(Attempt<Input> & { readonly of: string }) | null>(null);
  const begin = useCallback((of: string, make: () => Input): Attempt<Input> => {
    if (attempt.current?.of !== of) attempt.current = { of, input: make(), key: newKey() };
    return attempt.current;
  }, []);
  const end = useCallback(() => {
    attempt.current = null;
  }, []);
  return [begin, end] as const;
};
