import fc from 'fast-check';
import type { JsonSchema, OpenapiParameter } from '../../src/openapi/openapi-document.js';
import type { DocumentedOperation, OpenapiContract } from '../support/openapi-contract.js';
import { type PoolKind, RealId } from './fuzz-pool.js';
import { realId, SchemaArbitraries } from './fuzz-schema.js';
import {
  hostileBody,
  hostileContentType,
  hostileQuery,
  hostileSegment,
  hostileText,
  hostileValue,
} from './fuzz-values.js';

/** A request before its ids are known. */
export interface FuzzRequest {
  readonly documented: DocumentedOperation;
  /** Usually the operation's own method. */
  readonly method: string;
  readonly path: Readonly<Record<string, string | RealId>>;
  /** Raw parts such as `page=1`, and pairs that are still to be encoded. */
  readonly query: readonly (string | readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The key with which it is sent. */
  readonly key: 'own' | 'reading' | 'bad';
  /** A value for JSON, or raw bytes. Omitted: no body. */
  readonly body?: { readonly json: unknown } | { readonly raw: string | Buffer };
}

/** Requests for any operation of the document: valid, invalid in one place, or hostile. */
export const fuzzRequest = ({
  document,
  operations,
}: Pick<OpenapiContract, 'document' | 'operations'>): fc.Arbitrary<FuzzRequest> => {
  const schemas = new SchemaArbitraries(document);
  const weighted = operations.map((documented) => ({
    weight: weightOf(documented),
    arbitrary: toRequest(documented, schemas),
  }));
  return fc.oneof(...weighted);
};

/** Deletions are rarer. Otherwise no objects would be left to request. */
const weightOf = ({ method }: DocumentedOperation): number => (method === 'DELETE' ? 1 : 3);

const often = <T, U>(likely: fc.Arbitrary<T>, rare: fc.Arbitrary<U>, weight: number): fc.Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: likely }, { weight: 1, arbitrary: rare });

const toRequest = (documented: DocumentedOperation, schemas: SchemaArbitraries): fc.Arbitrary<FuzzRequest> =>
  fc.record(
    {
      // A counterexample names only the operation: its full description would fill pages.
      documented: fc.constant({ ...documented, [fc.toStringMethod]: () => documented.name }),
      method: often(fc.constant(documented.method), fc.constantFrom('PATCH', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'), 60),
      path: toPath(documented),
      query: toQuery(documented, schemas),
      headers: toHeaders(documented),
      key: often(fc.constant<'own'>('own'), fc.constantFrom<'reading' | 'bad'>('reading', 'bad'), 30),
      body: toBody(documented, schemas),
    },
    { requiredKeys: ['documented', 'method', 'path', 'query', 'headers', 'key', ...bodyKey(documented)] },
  );

const bodyKey = ({ operation }: DocumentedOperation): ['body'] | [] => (operation.requestBody ? ['body'] : []);

/** Each segment usually gets an id of its kind, sometimes of another kind, sometimes no id at all. */
const toPath = ({ path }: DocumentedOperation): fc.Arbitrary<FuzzRequest['path']> => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!names.includes('sched_type'))
    return fc.record(Object.fromEntries(names.map((name) => [name, toSegment(name, path)])));
  return fc.constantFrom(...SEGMENTS).chain(([segment, kind]) =>
    fc.record({
      sched_type: often(fc.constant<string>(segment), fc.constantFrom('smartweekly', 'list', '__proto__', ''), 12),
      sched_id: often(realId(kind), hostileSegment, 8),
    }),
  );
};

const SEGMENTS = [
  ['conversion', 'conversion'],
  ['onesend', 'onesend'],
  ['list', 'smartweekly'],
] as const satisfies readonly (readonly [string, PoolKind])[];

const ID_KINDS: Readonly<Record<string, PoolKind>> = {
  app_id: 'app',
  app_group_id: 'group',
  id: 'event',
  push_id: 'push',
};

const PROVIDERS = ['provider_a', 'provider_b', 'provider_c', 'webpush'];

const toSegment = (name: string, path: string): fc.Arbitrary<string | RealId> => {
  if (name === 'push_provider') return often(fc.constant('provider_b'), fc.constantFrom(...PROVIDERS, '__proto__'), 2);
  const kind = ID_KINDS[name] ?? (/^\/sched\/(\w+)/.exec(path)?.[1] as PoolKind);
  // `POST /apps/{id}/unarchive` restores groups too.
  const others = fc.constantFrom<PoolKind>('app', 'group', 'push', 'onesend').chain(realId);
  return fc.oneof(
    { weight: 12, arbitrary: realId(kind) },
    { weight: 1, arbitrary: others },
    { weight: 3, arbitrary: hostileSegment },
  );
};

const toQuery = (
  { operation }: DocumentedOperation,
  schemas: SchemaArbitraries,
): fc.Arbitrary<FuzzRequest['query']> => {
  const parameters = (operation.parameters ?? []).filter(
    (item): item is OpenapiParameter => 'in' in item && item.in === 'query',
  );
  const pairs = parameters.map(({ name, schema }) =>
    often(queryValue(name, schema, schemas), hostileText, 8).map((value) => [name, value] as const),
  );
  const known = pairs.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...pairs), { maxLength: 3 });
  const strange = fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(hostileQuery) });
  return fc.tuple(known, strange).map(([good, bad]) => [...good, ...bad]);
};

const queryValue = (name: string, schema: JsonSchema, schemas: SchemaArbitraries): fc.Arbitrary<unknown> => {
  if (name === 'after_cursor') return realId('cursor');
  if (name === 'app_id') return realId('app');
  // Pages far beyond the end are no better than other hostile values, and much rarer in practice.
  if (name === 'page') return fc.integer({ min: 1, max: 3 });
  return schemas.of(schema, name);
};

const NONE = fc.constant<Record<string, string>>({});

const toHeaders = ({ method, operation }: DocumentedOperation): fc.Arbitrary<Record<string, string>> => {
  const key = fc.oneof(
    fc.constantFrom('k1', 'k2', 'k3', ' ', 'x'.repeat(255)),
    fc.constantFrom('', 'x'.repeat(256), 'a\tb'),
  );
  const keyed =
    method === 'POST'
      ? often(
          fc.constant({}),
          key.map((text) => ({ 'idempotency-key': text })),
          8,
        )
      : NONE;
  const typed = often(
    operation.requestBody ? fc.constant({ 'content-type': 'application/json' }) : NONE,
    hostileContentType.map((type) => ({ 'content-type': type })),
    20,
  );
  return fc.tuple(keyed, typed).map(([some, others]): Record<string, string> => ({ ...some, ...others }));
};

const toBody = ({ operation }: DocumentedOperation, schemas: SchemaArbitraries): fc.Arbitrary<FuzzRequest['body']> => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const raw = hostileBody.map((bytes) => ({ raw: bytes }));
  if (!schema) return often(fc.constant(undefined), raw, 15);
  const valid = schemas.of(schema);
  const mutated = fc.tuple(valid, fc.nat(), fc.constantFrom(...MUTATIONS), hostileValue).map(mutate);
  const toJson = (json: unknown): FuzzRequest['body'] => ({ json });
  return fc.oneof(
    { weight: 10, arbitrary: valid.map(toJson) },
    { weight: 6, arbitrary: mutated.map(toJson) },
    { weight: 1, arbitrary: hostileValue.map(toJson) },
    { weight: 1, arbitrary: raw },
  );
};

const MUTATIONS = ['replace', 'replace', 'remove', 'wrap', 'add'] as const;

/** Changes the value in one place. */
const mutate = ([value, dice, mutation, hostile]: [unknown, number, (typeof MUTATIONS)[number], unknown]): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof RealId) return hostile;
  const names = Object.keys(value);
  const name = names[dice % Math.max(1, names.length)];
  if (name === undefined || mutation === 'add') return { ...value, [fc.stringify(hostile).slice(0, 40)]: hostile };
  const member = (value as Record<string, unknown>)[name];
  if (mutation === 'remove') return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  if (mutation === 'wrap') return { ...value, [name]: [member] };
  if (Array.isArray(member) && member.length > 0 && dice % 2) {
    const [first, ...others] = member;
    return { ...value, [name]: [mutate([first, dice >> 1, mutation, hostile]), ...others] };
  }
  return { ...value, [name]: hostile };
};
