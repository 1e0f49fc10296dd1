import { createHash } from 'node:crypto';
import { AppError, badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';
import type { GraphContext } from '../context.js';

/** The description of every `idempotencyKey` argument. */
export const IDEMPOTENCY_DESCRIPTION =
  'Any text of up to 255 characters: the same key with the same arguments within 24 hours creates only once.';

export interface Repeatable {
  /** null: not asked for. */
  readonly key: string | null | undefined;
  /** The mutation with its arguments: the same key for anything else is refused. */
  readonly request: readonly unknown[];
}

const MAX_KEY = 255;
const CREATED = 201;

/**
 * Creates once, however often the client asks with the same key within 24 hours (docs/rules.md#idempotency); answers
 * the id of what was created then, or the ids. A repetition after an error is carried out.
 * @throws CONFLICT if the key was used for something else, or the first request is still under way.
 */
export const once = <Ids extends number | readonly number[]>(
  context: GraphContext,
  repeatable: Repeatable,
  create: () => Promise<Ids>,
): Promise<Ids> => remembered(context, repeatable, { member: 'id', work: create });

/** The same for what has no id: the answer itself is kept for repetitions. Only what may stand in the database. */
export const onceAnswered = <T extends object>(
  context: GraphContext,
  repeatable: Repeatable,
  work: () => Promise<T>,
): Promise<T> => remembered(context, repeatable, { member: 'answer', work });

const remembered = async <T>(
  context: GraphContext,
  { key, request }: Repeatable,
  { member, work }: { member: 'id' | 'answer'; work: () => Promise<T> },
): Promise<T> => {
  if (key === null || key === undefined) return work();
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
  const keyed = { userId: context.caller.userId, key, hash };
  const { idempotency } = context.services;
  const found = await idempotency.claim(keyed);
  if ('answer' in found) {
    context.skipAudit();
    return readMember(found.answer.body, member);
  }
  try {
    const done = await work();
    await idempotency.settle(found.claim, { status: CREATED, body: JSON.stringify({ [member]: done }) });
    return done;
  } catch (error) {
    await idempotency.release(found.claim);
    throw error;
  }
};

/** The request was the same, so what it came to then is of the same form. */
const readMember = <T>(body: string, member: string): T => {
  const stored = (JSON.parse(body) as Record<string, unknown>)[member];
  if (stored !== undefined && stored !== null) return stored as T;
  throw new AppError('CONFLICT', 'This idempotency key was used for another request; use a new one.');
};
