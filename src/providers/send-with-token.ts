import type { Message, Outcome } from './sender.js';

/** Another token, or what becomes of the messages for want of one. */
export type Renewal = { readonly kind: 'token'; readonly token: string } | Outcome;

export interface TokenRun<R> {
  readonly token: string;
  readonly messages: readonly Message[];
  /** Results in the order of the messages. */
  readonly send: (token: string, messages: readonly Message[]) => Promise<R[]>;
  /** The answer says that the token was not taken. */
  readonly isRejection: (result: R) => boolean;
  readonly renew: (rejected: string) => Promise<Renewal>;
}

/** Carries a batch, and once more with another token what was rejected for the token's sake. */
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
