import type { HttpPlugin } from '../http/http-plugin.js';
import { REST_PREFIX } from '../rest-compat/rest-api.js';
import { createOpenapiDocument } from './create-openapi-document.js';

/**
 * The description of the REST interface for programs. It is public: it says nothing of any user, and whoever writes a
 * client needs it before a key.
 */
export const openapiPlugin: HttpPlugin = async (server) => {
  // Bytes, which all answers under way share; of a text each would have a copy.
  const content = Buffer.from(JSON.stringify(createOpenapiDocument()));
  server.get(`${REST_PREFIX}/openapi.json`, async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(content);
  });
};
