import type { HttpPlugin } from '../http/http-plugin.js';
import { REST_PREFIX } from '../rest-compat/rest-api.js';
import { createOpenapiDocument, createSdkDocument } from './create-openapi-document.js';
import { SDK_BASE } from './sdk-operations.js';

/**
 * The descriptions of REST and of the interface of devices for programs. They are public: they tell nothing about any
 * user, and clients are written before there is a key.
 */
export const openapiPlugin: HttpPlugin = async (server) => {
  const documents = { [REST_PREFIX]: createOpenapiDocument(), [SDK_BASE]: createSdkDocument() };
  for (const [base, document] of Object.entries(documents)) {
    // A buffer is shared by all answers under way, where each would copy a string.
    const content = Buffer.from(JSON.stringify(document));
    server.get(`${base}/openapi.json`, async (_request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8');
      // Browsers on any origin may generate a client of devices, as they may call it.
      if (base === SDK_BASE) reply.header('access-control-allow-origin', '*');
      return reply.send(content);
    });
  }
};
