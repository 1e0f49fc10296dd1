import type { FastifyInstance } from 'fastify';

/** A part of the HTTP side that mounts its own routes: REST, GraphQL, the device API, or pages. */
export type HttpPlugin = (server: FastifyInstance) => Promise<void>;
