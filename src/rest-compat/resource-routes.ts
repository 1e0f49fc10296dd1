import type { Static, TSchema } from 'typebox';
import type { Scope } from '../entities/api-key.js';
import type { Caller } from '../services/caller.js';
import type { Listed, PageRequest } from '../services/listing.js';
import type { Services } from '../services/services.js';
import { IdAnswer, pageOf, toPageAnswer, toPageRequest } from './common-schemas.js';
import { parseId } from './parse-id.js';
import { defineRoute, type RestRoute } from './rest-route.js';

interface Call {
  readonly services: Services;
  readonly caller: Caller;
}

interface OneCall extends Call {
  readonly id: number;
}

interface Operation {
  readonly summary: string;
}

interface Action extends Operation {
  /** Names the operation; `archiveApp` for the action `archive` of `App` unless given. */
  readonly operationId?: string;
  readonly scopes?: readonly Scope[];
  run(call: OneCall): Promise<unknown>;
}

export interface Resource<Body extends TSchema, Change extends TSchema, Query extends TSchema, One, Item> {
  readonly tag: RestRoute['tag'];
  readonly path: string;
  /** The path parameter with the id. */
  readonly param: string;
  /** The name of the resource in the error NOT_FOUND. */
  readonly noun: string;
  /** Ends the operation ids: `createApp`, `listApps`. */
  readonly title: string;
  readonly create: Operation & {
    readonly body: Body;
    readonly documentedBody?: TSchema;
    readonly status: 200 | 201;
    /** The id of the new object unless given. */
    readonly answer?: TSchema;
    run(call: Call, body: Static<Body>): Promise<{ readonly id: number }>;
  };
  /** Absent if another resource lists it. */
  readonly list?: Operation & {
    readonly name: string;
    readonly query: Query;
    readonly item: TSchema;
    run(call: Call, query: Static<Query>, page: PageRequest): Promise<Listed<Item>>;
    toAnswer(item: Item): unknown;
  };
  readonly get: Operation & {
    readonly answer: TSchema;
    run(call: OneCall): Promise<One>;
    toAnswer(one: One): unknown;
  };
  readonly update: Operation & {
    readonly body: Change;
    /** Absent for 204. */
    readonly answer?: TSchema;
    run(call: OneCall, body: Static<Change>): Promise<unknown>;
  };
  readonly delete: Operation & { run(call: OneCall): Promise<void> };
  /** POST requests without a body that answer 204. */
  readonly actions: Readonly<Record<string, Action>>;
}

/** Makes the routes of a resource: create, list, get, update, delete and its actions. */
export const resourceRoutes = <Body extends TSchema, Change extends TSchema, Query extends TSchema, One, Item>(
  resource: Resource<Body, Change, Query, One, Item>,
): readonly RestRoute[] => {
  const { tag, path, param, noun, title, create, list, get, update, actions } = resource;
  const onePath = `${path}/:${param}`;
  const toCall = ({ services, caller, params }: Call & { readonly params: Readonly<Record<string, string>> }) => ({
    services,
    caller,
    id: parseId(params[param], noun),
  });
  const creating = defineRoute({
    method: 'POST',
    path,
    operationId: `create${title}`,
    tag,
    summary: create.summary,
    body: create.body,
    ...(create.documentedBody ? { documentedBody: create.documentedBody } : {}),
    status: create.status,
    answer: create.answer ?? IdAnswer,
    handle: async ({ services, caller, body }) => {
      const made = await create.run({ services, caller }, body);
      return create.answer ? made : { id: made.id };
    },
  });
  const getting = defineRoute({
    method: 'GET',
    path: onePath,
    operationId: `get${title}`,
    tag,
    summary: get.summary,
    status: 200,
    answer: get.answer,
    handle: async (request) => get.toAnswer(await get.run(toCall(request))),
  });
  const updating = defineRoute({
    method: 'PUT',
    path: onePath,
    operationId: `update${title}`,
    tag,
    summary: update.summary,
    body: update.body,
    ...(update.answer ? { status: 200, answer: update.answer } : { status: 204 }),
    handle: async (request) => {
      const answer = await update.run(toCall(request), request.body);
      return update.answer ? answer : undefined;
    },
  });
  const deleting = defineRoute({
    method: 'DELETE',
    path: onePath,
    operationId: `delete${title}`,
    tag,
    summary: resource.delete.summary,
    status: 204,
    handle: (request) => resource.delete.run(toCall(request)),
  });
  const acting = Object.entries(actions).map(([name, { summary, scopes = [], run, ...action }]) =>
    defineRoute({
      method: 'POST',
      path: `${onePath}/${name}`,
      operationId: action.operationId ?? `${name}${title}`,
      tag,
      summary,
      scopes,
      status: 204,
      handle: async (request) => {
        await run(toCall(request));
      },
    }),
  );
  return [creating, ...(list ? [listRoute(resource, list)] : []), getting, updating, deleting, ...acting];
};

const listRoute = <Query extends TSchema, Item>(
  { tag, path, title }: Pick<RestRoute, 'tag' | 'path'> & { readonly title: string },
  { summary, name, query, item, run, toAnswer }: NonNullable<Resource<TSchema, TSchema, Query, unknown, Item>['list']>,
): RestRoute =>
  defineRoute({
    method: 'GET',
    path,
    operationId: `list${title}s`,
    tag,
    summary,
    query,
    status: 200,
    answer: pageOf(name, item),
    handle: async ({ services, caller, query: asked }) => {
      const page = toPageRequest(asked as { page?: number; per_page?: number });
      const listed = await run({ services, caller }, asked, page);
      return toPageAnswer(name, { listed, page, toAnswer });
    },
  });
