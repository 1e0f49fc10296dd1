import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BareDatabase } from './bare-database.js';

const FIND_KEY = `SELECT k.id, k.user_id, k.scopes, u.suspended FROM api_key k JOIN user_account u ON u.id = k.user_id
  WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)`;

/** The user who owns the API key; null for an invalid one. */
export const findUser = async (database: BareDatabase, authorization: string | undefined): Promise<number | null> => {
  const key = (authorization ?? '').slice('Bearer '.length);
  const hash = createHash('sha256').update(key).digest('hex');
  const [row] = await database.all(FIND_KEY, [hash, Date.now()]);
  return row && !row.suspended ? row.user_id : null;
};

/** Returns the user who owns the API key of a request; null after a 401. */
export const findCaller = async (
  database: BareDatabase,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | null> => {
  const userId = await findUser(database, request.headers.authorization);
  if (userId === null) reply.code(401).send({ error: 'unauthenticated' });
  return userId;
};

/** `?, ?, ?` */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
