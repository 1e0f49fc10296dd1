import type { Static, TSchema } from 'typebox';
import type { Scope } from '../entities/api-key.js';
import type { Caller } from '../services/caller.js';
import type { Services } from '../services/services.js';

/** What a route is given: input that has passed its schemas. */
export interface RestRequest<Query, Body> {
  readonly services: Services;
  readonly caller: Caller;
  /** As they stand in the path, not yet checked. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** One operation: what it takes, what it answers, and the service call behind it. */
export interface RestRoute<Query extends TSchema = TSchema, Body extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Behind `/api/b/v2`. */
  readonly path: string;
  /** Generators of clients name methods by it. */
  readonly operationId: string;
  readonly tag: 'apps' | 'app groups' | 'events' | 'pushes' | 'schedulers';
  readonly summary: string;
  /** What the key must have beside `read` or `write`. */
  readonly scopes?: readonly Scope[];
  readonly query?: Query;
  readonly body?: Body;
  /** Stands for `body` in the document, where it can say more than the validator needs. */
  readonly documentedBody?: TSchema;
  readonly status: 200 | 201 | 204;
  /** Absent with 204. */
  readonly answer?: TSchema;
  // A method and not a property, so that routes with narrower inputs fit one list.
  handle(request: RestRequest<Static<Query>, Static<Body>>): Promise<unknown>;
}

/** Lets `handle` know the types of the route's schemas. */
export const defineRoute = <Query extends TSchema, Body extends TSchema>(route: RestRoute<Query, Body>): RestRoute =>
  route;
