import type { FastifyRequest } from 'fastify';
import { callerOf } from '../http/authenticate.js';
import type { AuditLog } from '../services/audit/audit-log.js';
import type { RestRoute } from './rest-route.js';

/** The types of the objects of each tag, as in global ids. */
const TYPES = {
  apps: 'App',
  'app groups': 'AppGroup',
  events: 'CustomEvent',
  pushes: 'Push',
  schedulers: 'Scheduler',
} as const satisfies Record<RestRoute['tag'], string>;

/** The name of the object that a route is about to delete, which cannot be read afterwards. */
export const findDoomed = async (
  audit: AuditLog,
  route: RestRoute,
  request: FastifyRequest,
): Promise<string | null> => {
  const id = route.method === 'DELETE' ? idIn(request.params) : null;
  return id === null ? null : audit.nameOf({ userId: callerOf(request).userId, node: { type: TYPES[route.tag], id } });
};

/** Records a write in the audit log. Repetitions that are answered from storage do not get here. */
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

/** The id of the object that was just created. */
const idOf = (answer: unknown): number | null => (isRecord(answer) && typeof answer.id === 'number' ? answer.id : null);

/** A path contains one numeric id. */
const idIn = (params: unknown): number | null => {
  const ids = isRecord(params) ? Object.values(params).map(Number) : [];
  return ids.find((id) => Number.isSafeInteger(id)) ?? null;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
