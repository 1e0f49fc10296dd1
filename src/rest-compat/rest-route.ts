import type { Static, TSchema } from 'typebox';
import type { Scope } from '../entities/api-key.js';
import type { Caller } from '../services/caller.js';
import type { Services } from '../services/services.js';

/** The input of a route, after validation against its schemas. */
export interface RestRequest<Query, Body> {
  readonly services: Services;
  readonly caller: Caller;
  /** Path parameters, not validated. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** One operation: its input, its answer and its service call. */
export interface RestRoute<Query extends TSchema = TSchema, Body extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path without the prefix `/api/b/v2`. */
  readonly path: string;
  /** Generated clients use it as the name of a method. */
  readonly operationId: string;
  readonly tag: 'apps' | 'app groups' | 'events' | 'pushes' | 'schedulers';
  readonly summary: string;
  /** Scopes that the key needs in addition to `read` or `write`. */
  readonly scopes?: readonly Scope[];
  readonly query?: Query;
  readonly body?: Body;
  /** Replaces `body` in the document, if the document says more than the validator checks. */
  readonly documentedBody?: TSchema;
  readonly status: 200 | 201 | 204;
  /** Absent if the operation answers 204. */
  readonly answer?: TSchema;
  // Declared as a method, so that routes with narrower inputs fit into one list.
  handle(request: RestRequest<Static<Query>, Static<Body>>): Promise<unknown>;
}

/** Infers the types of `handle` from the schemas of the route. */
export const defineRoute = <Query extends TSchema, Body extends TSchema>(route: RestRoute<Query, Body>): RestRoute =>
  route;
