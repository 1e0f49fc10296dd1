import type { FastifyInstance } from 'fastify';

/** A part of the HTTP side that mounts its own routes: REST, GraphQL, the interface of devices, the pages. */
export type HttpPlugin = (server: FastifyInstance) => Promise<void>;
