import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BareDatabase } from './bare-database.js';

const FIND_KEY = `SELECT k.id, k.user_id, k.scopes, u.suspended FROM api_key k JOIN user_account u ON u.id = k.user_id
  WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)`;

/** The user whose API key it is; null once it has refused. */
export const findCaller = async (
  database: BareDatabase,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | null> => {
  const key = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHash('sha256').update(key).digest('hex');
  const [row] = await database.all(FIND_KEY, [hash, Date.now()]);
  if (row && !row.suspended) return row.user_id;
  reply.code(401).send({ error: 'unauthenticated' });
  return null;
};

/** `?, ?, ?` */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
