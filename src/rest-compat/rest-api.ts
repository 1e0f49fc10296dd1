import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, callerOf, type KeyCheck } from '../http/authenticate.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import type { Services } from '../services/services.js';
import { addIdempotency } from './add-idempotency.js';
import { findDoomed, noteWrite } from './note-write.js';
import type { RestRoute } from './rest-route.js';
import { REST_ROUTES } from './routes.js';

export const REST_PREFIX = '/api/b/v2';

/** The legacy REST interface, over the same services as GraphQL. */
export const restApi =
  (services: Services, addresses: AddressGuard): HttpPlugin =>
  async (server) => {
    await server.register(
      async (api) => {
        api.addHook('onRequest', (_request, reply, done) => {
          reply.header('cache-control', 'no-store');
          done();
        });
        addIdempotency(api, services.idempotency);
        const check = { keys: services.keys, addresses };
        for (const route of REST_ROUTES) mount(api, route, { services, check });
      },
      { prefix: REST_PREFIX },
    );
  };

const mount = (
  api: FastifyInstance,
  route: RestRoute,
  { services, check }: { services: Services; check: KeyCheck },
): void => {
  api.route({
    method: route.method,
    url: route.path,
    schema: {
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
    },
    onRequest: authenticate(check, route.scopes ?? []),
    handler: async (request, reply) => {
      reply.code(route.status);
      const doomed = await findDoomed(services.audit, route, request);
      const answer = await route.handle(toRestRequest(services, request));
      if (route.method !== 'GET') noteWrite(services.audit, route, { request, answer, doomed });
      return answer;
    },
  });
};

const toRestRequest = (services: Services, request: FastifyRequest) => ({
  services,
  caller: callerOf(request),
  params: request.params as Readonly<Record<string, string>>,
  query: request.query,
  body: request.body,
});
