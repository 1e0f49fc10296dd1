// Mercurius as in its documentation, compiling each document at its first use, with or without Fastify's log.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { openBareDatabase } from '../rest/bare/open-bare-database.js';
import { serve } from '../support/serve.js';
import { createListContext } from './rivals/list-context.js';
import { createListSchema } from './rivals/list-schema.js';

const database = openBareDatabase(process.env.DATABASE_URL ?? '');
const server = Fastify({ logger: process.env.RIVAL_LOG === 'yes' });
await server.register(mercurius, {
  schema: await createListSchema(),
  context: (request) => createListContext(database, request.headers.authorization),
  jit: 1,
});
await serve(server, () => database.statements);
