import { createHash } from 'node:crypto';
import type { Tx } from '../../database/database.js';
import { AppError, badInput } from '../../errors.js';
import type { Claim } from '../../services/idempotency-service.js';
import { isPlainText, isWithin } from '../../text/characters.js';
import type { GraphContext } from '../context.js';

/** The description of every `idempotencyKey` argument. */
export const IDEMPOTENCY_DESCRIPTION =
  'Any text of up to 255 characters. Repeating the key with the same arguments within 24 hours creates nothing and returns the first result.';

export interface Repeatable {
  /** null without an idempotency key. */
  readonly key: string | null | undefined;
  /** The mutation with its arguments. The same key with another request is refused. */
  readonly request: readonly unknown[];
}

const MAX_KEY = 255;
const CREATED = 201;

/**
 * Creates only once per key within 24 hours (docs/rules.md#idempotency); a repetition returns the first id or ids. A
 * repetition after an error is carried out.
 * @throws CONFLICT if the key belongs to another request, or the first request is still in progress.
 */
export const once = <Ids extends number | readonly number[]>(
  context: GraphContext,
  repeatable: Repeatable,
  create: () => Promise<Ids>,
): Promise<Ids> => remembered(context, repeatable, { member: 'id', work: create });

/** Works as `once`, but stores the result itself, which must not be secret. */
export const onceAnswered = <T extends object>(
  context: GraphContext,
  repeatable: Repeatable,
  work: () => Promise<T>,
): Promise<T> => remembered(context, repeatable, { member: 'answer', work });

/** Stores the result in the transaction of the work. */
type Keep<T> = (tx: Tx, result: T) => Promise<void>;

/**
 * Works as `onceAnswered`, but the work stores its result in its own transaction: a crash after it loses nothing, and the
 * repetition does not work again.
 */
export const onceCommitted = async <T extends object>(
  context: GraphContext,
  repeatable: Repeatable,
  work: (keep: Keep<T>) => Promise<T>,
): Promise<T> => {
  const { idempotency } = context.services;
  const found = await claimKey(context, repeatable);
  if (found === null) return work(async () => undefined);
  if ('answer' in found) return readMember(found.answer.body, 'answer');
  return orRelease(context, found.claim, () =>
    work((tx, result) => idempotency.settleWith(tx, found.claim, toStored('answer', result))),
  );
};

type Member = 'id' | 'answer';

const remembered = async <T>(
  context: GraphContext,
  repeatable: Repeatable,
  { member, work }: { member: Member; work: () => Promise<T> },
): Promise<T> => {
  const found = await claimKey(context, repeatable);
  if (found === null) return work();
  if ('answer' in found) return readMember(found.answer.body, member);
  return orRelease(context, found.claim, async () => {
    const done = await work();
    await context.services.idempotency.settle(found.claim, toStored(member, done));
    return done;
  });
};

const toStored = (member: Member, result: unknown) => ({ status: CREATED, body: JSON.stringify({ [member]: result }) });

/** null without a key. @throws BAD_USER_INPUT */
const claimKey = async (context: GraphContext, { key, request }: Repeatable) => {
  if (key === null || key === undefined) return null;
  if (key.length === 0 || !isWithin(key, MAX_KEY)) {
    throw badInput(
      'idempotencyKey',
      `\`idempotencyKey\` must have 1 to ${MAX_KEY} characters.`,
      key === '' ? 'REQUIRED' : 'TOO_LONG',
    );
  }
  const hash = createHash('sha256')
    .update(JSON.stringify(['graphql', ...request]))
    .digest('hex');
  const found = await context.services.idempotency.claim({
    userId: context.caller.userId,
    key: toStoredKey(key),
    hash,
  });
  if ('answer' in found) context.skipAudit();
  return found;
};

/** A database may treat different texts as equal, as MySQL does with `a` and `a `. Such keys are stored hashed. */
const toStoredKey = (key: string): string =>
  isPlainText(key, MAX_KEY) ? key : `sha256:${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`;

/** After an error, a repetition is carried out. */
const orRelease = async <T>(context: GraphContext, claim: Claim, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await context.services.idempotency.release(claim);
    throw error;
  }
};

/** The request is the same, so the stored result has the expected form. */
const readMember = <T>(body: string, member: string): T => {
  const stored = (JSON.parse(body) as Record<string, unknown>)[member];
  if (stored !== undefined && stored !== null) return stored as T;
  throw new AppError('CONFLICT', 'This idempotency key was used for another request; use a new one.');
};
