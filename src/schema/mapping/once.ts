import { createHash } from 'node:crypto';
import { AppError, badInput } from '../../errors.js';
import type { GraphContext } from '../context.js';

export interface Repeatable {
  /** null: not asked for. */
  readonly key: string | null | undefined;
  /** The mutation with its arguments: the same key for anything else is refused. */
  readonly request: readonly unknown[];
}

const MAX_KEY = 255;
const CREATED = 201;

/**
 * Creates once, however often the client asks with the same key within 24 hours (decision 30); answers the id of what
 * was created then, or the ids. A repetition after an error is carried out.
 * @throws CONFLICT if the key was used for something else, or the first request is still under way.
 */
export const once = async <Ids extends number | readonly number[]>(
  context: GraphContext,
  { key, request }: Repeatable,
  create: () => Promise<Ids>,
): Promise<Ids> => {
  if (key === null || key === undefined) return create();
  if (key.length === 0 || key.length > MAX_KEY) {
    throw badInput('idempotencyKey', `\`idempotencyKey\` must have 1 to ${MAX_KEY} characters.`);
  }
  const hash = createHash('sha256')
    .update(JSON.stringify(['graphql', ...request]))
    .digest('hex');
  const keyed = { userId: context.caller.userId, key, hash };
  const { idempotency } = context.services;
  const earlier = await idempotency.claim(keyed);
  if (earlier) return readIds(earlier.body);
  try {
    const id = await create();
    await idempotency.settle(keyed, { status: CREATED, body: JSON.stringify({ id }) });
    return id;
  } catch (error) {
    await idempotency.release(keyed);
    throw error;
  }
};

/** The request was the same, so what it made then is of the same form. */
const readIds = <Ids>(body: string): Ids => {
  const { id } = JSON.parse(body) as { id?: unknown };
  if (typeof id === 'number' || Array.isArray(id)) return id as Ids;
  throw new AppError('CONFLICT', 'This idempotency key was used for another request; use a new one.');
};
