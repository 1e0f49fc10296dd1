import type { FastifyInstance } from 'fastify';

/** A part of the HTTP side that mounts its own routes: REST, GraphQL, the SDK API, the console. */
export type HttpPlugin = (server: FastifyInstance) => Promise<void>;
