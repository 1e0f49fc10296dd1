// GraphQL Yoga behind Fastify, as in its documentation.
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import { openBareDatabase } from '../rest/bare/open-bare-database.js';
import { serve } from '../support/serve.js';
import { createListContext } from './rivals/list-context.js';
import { createListSchema } from './rivals/list-schema.js';

interface ServerContext {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

const database = openBareDatabase(process.env.DATABASE_URL ?? '');
const server = Fastify({ logger: false });
const yoga = createYoga<ServerContext>({
  schema: await createListSchema(),
  logging: false,
  graphiql: false,
  context: ({ req }) => createListContext(database, req.headers.authorization),
});
// Yoga reads the body itself.
server.addContentTypeParser('application/json', {}, (_request, _payload, done) => done(null));
server.route({
  url: yoga.graphqlEndpoint,
  method: ['GET', 'POST', 'OPTIONS'],
  handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }),
});
await serve(server, () => database.statements);
