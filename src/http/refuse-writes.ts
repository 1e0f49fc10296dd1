import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Maintenance, maintenanceRefusal } from '../services/operations/operator-settings.js';

/** The graph checks each operation itself, and people may still sign in to look. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set([
  '/graphql',
  '/mcp',
  '/console/session',
  '/console/invitations/check',
]);

/** Refuses writes at every door during maintenance, after authentication and before reading a body. */
export const refuseWrites = (server: FastifyInstance, find: (() => Maintenance | null) | undefined): void => {
  if (!find) return;
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const maintenance = find();
    if (maintenance !== null && isWrite(request)) done(maintenanceRefusal(maintenance));
    else done(null, payload);
  });
};

const isWrite = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && !JUDGED_ELSEWHERE.has(url);
