import type { HttpPlugin } from '../http/http-plugin.js';
import { REST_PREFIX } from '../rest-compat/rest-api.js';
import { createOpenapiDocument, createSdkDocument } from './create-openapi-document.js';
import { SDK_BASE } from './sdk-operations.js';

/**
 * Serves the OpenAPI documents. They are public: they reveal nothing about any user, and developers need them before they
 * have a key.
 */
export const openapiPlugin: HttpPlugin = async (server) => {
  const documents = { [REST_PREFIX]: createOpenapiDocument(), [SDK_BASE]: createSdkDocument() };
  for (const [base, document] of Object.entries(documents)) {
    // All responses share one buffer; each would copy a string.
    const content = Buffer.from(JSON.stringify(document));
    server.get(`${base}/openapi.json`, async (_request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8');
      // Browsers on any origin may call the device interface, so they may also read its description.
      if (base === SDK_BASE) reply.header('access-control-allow-origin', '*');
      return reply.send(content);
    });
  }
};
