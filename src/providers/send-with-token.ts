import type { Message, Outcome } from './sender.js';

/** A new token, or the outcome of the messages that got none. */
export type Renewal = { readonly kind: 'token'; readonly token: string } | Outcome;

export interface TokenRun<R> {
  readonly token: string;
  readonly messages: readonly Message[];
  /** Returns results in the order of the messages. */
  readonly send: (token: string, messages: readonly Message[]) => Promise<R[]>;
  /** Whether the provider rejected the token. */
  readonly isRejection: (result: R) => boolean;
  readonly renew: (rejected: string) => Promise<Renewal>;
}

/** Sends a batch, then sends the messages whose token was rejected once more, with a new token. */
export async function sendWithToken<R>(run: TokenRun<R>): Promise<(R | Outcome)[]> {
  const results: (R | Outcome)[] = await run.send(run.token, run.messages);
  const isRejected = (result: R | Outcome): boolean => run.isRejection(result as R);
  if (!results.some(isRejected)) return results;
  const renewed = await run.renew(run.token);
  if (renewed.kind !== 'token') return results.map((result) => (isRejected(result) ? renewed : result));
  const rejected = run.messages.filter((_, index) => isRejected(results[index] as R));
  const again = (await run.send(renewed.token, rejected))[Symbol.iterator]();
  return results.map((result) => (isRejected(result) ? (again.next().value ?? result) : result));
}
