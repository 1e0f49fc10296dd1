import type { FastifyRequest } from 'fastify';
import { callerOf } from '../http/authenticate.js';
import type { AuditLog } from '../services/audit/audit-log.js';
import type { RestRoute } from './rest-route.js';

/** What the things of a part of REST are called in global ids. */
const TYPES = {
  apps: 'App',
  'app groups': 'AppGroup',
  events: 'CustomEvent',
  pushes: 'Push',
  schedulers: 'Scheduler',
} as const satisfies Record<RestRoute['tag'], string>;

/** The name of what a route is about to delete: nobody can look it up afterwards. */
export const findDoomed = async (
  audit: AuditLog,
  route: RestRoute,
  request: FastifyRequest,
): Promise<string | null> => {
  const id = route.method === 'DELETE' ? idIn(request.params) : null;
  return id === null ? null : audit.nameOf({ userId: callerOf(request).userId, node: { type: TYPES[route.tag], id } });
};

/** For the audit log, once a route has changed something; a repetition that is answered from memory does not come here. */
export const noteWrite = (
  audit: AuditLog,
  { operationId, tag }: RestRoute,
  { request, answer, doomed }: { request: FastifyRequest; answer: unknown; doomed: string | null },
): void => {
  const { body, ip } = request;
  const id = idOf(answer) ?? idIn(request.params);
  const type = operationId === 'bindPushes' ? 'Scheduler' : TYPES[tag];
  const name = isRecord(body) && typeof body.name === 'string' ? body.name : doomed;
  audit.note(callerOf(request), { action: operationId, name, ...(id === null ? {} : { node: { type, id } }) }, ip);
};

/** Of what was just made. */
const idOf = (answer: unknown): number | null => (isRecord(answer) && typeof answer.id === 'number' ? answer.id : null);

/** A path names one thing by its number. */
const idIn = (params: unknown): number | null => {
  const ids = isRecord(params) ? Object.values(params).map(Number) : [];
  return ids.find((id) => Number.isSafeInteger(id)) ?? null;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
