import { useCallback, useRef } from 'react';

const BYTES = 16;

/** For one press of a button: however often the request is sent, it is carried out once. */
export const newKey = (): string =>
  // Not `randomUUID`, which browsers have over https only.
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Attempt<Input> {
  readonly input: Input;
  readonly key: string;
}

/**
 * After a lost answer the same is asked again by the same key: nothing is made, and nothing sent, twice. The first of
 * the two gives what is asked for: the same for as long as `of`, what is meant by it, is. The second ends the attempt.
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
