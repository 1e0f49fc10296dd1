import { SERVICE_KEY } from '../../support/service-process.js';

export interface HostileRequest {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The maximum sizes of headers, which share 16 KiB, and of a body. */
const HEAD_ROOM = 15_000;
const BODY_ROOM = 1024 * 1024 - 200;
/** Bodies of device requests. */
const SDK_ROOM = 60_000;

const JSON_TYPE = { 'content-type': 'application/json' };
export const AUTHORIZED = { authorization: `Bearer ${SERVICE_KEY}` };
const WRITER = { ...AUTHORIZED, ...JSON_TYPE };

/** Repeats `unit` up to `length` characters. */
const fill = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

/** Every API with a request that it accepts. */
const DOORS: readonly HostileRequest[] = [
  { name: 'REST', path: '/api/b/v2/apps', headers: AUTHORIZED },
  { name: 'REST without a key', path: '/api/b/v2/apps' },
  { name: 'openapi.json', path: '/api/b/v2/openapi.json' },
  { name: 'GraphQL', method: 'POST', path: '/graphql', headers: WRITER, body: '{"query":"{ viewer { scopes } }"}' },
  { name: 'devices', method: 'POST', path: '/sdk/v1/unknown/devices', headers: JSON_TYPE, body: '{"token":"x"}' },
  { name: 'the browser SDK', path: '/sdk/web.js' },
  { name: 'docs', path: '/docs' },
  { name: 'files of docs', path: '/docs/static/index.css' },
  { name: 'GraphiQL', path: '/graphiql' },
  { name: 'metrics', path: '/metrics' },
  { name: 'health', path: '/healthz' },
  { name: 'nothing', path: '/nothing' },
];

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['accept-encoding', `gzip${fill(' ', HEAD_ROOM)}x`],
  ['accept-encoding', fill(' ,', HEAD_ROOM)],
  ['accept-encoding', fill('br;q=0.1, ', HEAD_ROOM)],
  ['accept', fill('*/*;q=0.1,', HEAD_ROOM)],
  ['accept', fill('a/b; c="', HEAD_ROOM)],
  ['accept', fill('application/graphql-response+json,', HEAD_ROOM)],
  ['content-type', `application/json${fill('; a=b', HEAD_ROOM)}`],
  ['content-type', `application/json${fill(' ', HEAD_ROOM)}x`],
  ['content-type', `application/json; a="${fill('\\"', HEAD_ROOM)}`],
  ['content-type', fill('a/', HEAD_ROOM)],
  ['authorization', `Bearer ${fill(' ', HEAD_ROOM)}x`],
  ['authorization', fill('Bearer ', HEAD_ROOM)],
  ['authorization', `Bearer ${fill('a', HEAD_ROOM)}`],
  ['idempotency-key', fill('k', HEAD_ROOM)],
  ['x-forwarded-for', fill('1.1.1.1, ', HEAD_ROOM)],
  ['x-forwarded-for', fill(' ,', HEAD_ROOM)],
  ['x-request-id', fill('x', HEAD_ROOM)],
  ['origin', fill('http://', HEAD_ROOM)],
  ['access-control-request-headers', fill('a,', HEAD_ROOM)],
  ['cookie', fill('a=b; ', HEAD_ROOM)],
  ['range', `bytes=${fill('0-1,', HEAD_ROOM)}`],
  ['if-none-match', fill('"a", ', HEAD_ROOM)],
  ['if-none-match', `W/${fill(' ', HEAD_ROOM)}`],
  ['if-modified-since', fill('Sun ', HEAD_ROOM)],
  ['referer', fill('/', HEAD_ROOM)],
  ['accept-language', fill('de;q=0.1,', HEAD_ROOM)],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'gzip, chunked'],
  ['x-http-method-override', 'DELETE'],
];

const throughEveryHeader = DOORS.flatMap((door) =>
  HEADERS.map(([name, value]) => ({
    ...door,
    name: `${door.name}: ${name} ${value.slice(0, 24)}…`,
    headers: { ...door.headers, [name]: value },
  })),
);

const QUERIES = [
  fill('a=&', HEAD_ROOM),
  fill('a[]=1&', HEAD_ROOM),
  fill('page=1&', HEAD_ROOM),
  fill('&', HEAD_ROOM),
  fill('=', HEAD_ROOM),
  fill('%25', HEAD_ROOM),
  fill('%', HEAD_ROOM),
  fill('+', HEAD_ROOM),
  '__proto__[x]=1&constructor.prototype.x=1&__proto__=1&toString=1',
  'name=%00&name_=%FF&country=%ED%A0%80',
  'page=1e999&per_page=0x10',
  `page=${fill('9', HEAD_ROOM)}`,
  `page=-1&per_page=-${fill('0', 100)}1`,
];

const throughEveryQuery = DOORS.flatMap((door) =>
  QUERIES.map((query) => ({ ...door, name: `${door.name}: ?${query.slice(0, 24)}…`, path: `${door.path}?${query}` })),
);

const NAMES = [
  '',
  '.',
  '..',
  '%2e%2e',
  '..%2f',
  '%2e%2e%2fpackage.json',
  '%00',
  '%5c',
  'a%00.css',
  '%ff',
  '%c0%ae',
  '%',
  '%zz',
  '%ed%a0%80',
];
const FOLDERS = ['/', '/docs/', '/docs/static/', '/graphiql/', '/sdk/', '/sdk/v1/', '/api/b/v2/apps/', '/graphql/'];

const throughEveryPath = [
  ...FOLDERS.flatMap((folder) =>
    NAMES.map((name) => ({ name: folder + name, path: folder + name, headers: AUTHORIZED })),
  ),
  ...FOLDERS.flatMap((folder) =>
    [
      fill('a', HEAD_ROOM),
      fill('a/', HEAD_ROOM),
      fill('%2f', HEAD_ROOM),
      fill('../', HEAD_ROOM),
      fill(';', HEAD_ROOM),
    ].map((name) => ({
      name: `${folder}${name.slice(0, 12)}…`,
      path: folder + name,
      headers: AUTHORIZED,
    })),
  ),
  ...[
    '//',
    '///nothing',
    '/healthz/',
    '/HEALTHZ',
    '/healthz;a=b',
    '/%68ealthz',
    '*',
    'http://other/healthz',
    '/healthz#x',
    '/?',
    '/\\',
  ].map((path) => ({ name: path, path })),
  ...['0', '-1', '1.5', '1e3', '0x1', '9'.repeat(400), 'NaN', 'null', '1%00', '１'].map((id) => ({
    name: `an id that is ${id.slice(0, 10)}`,
    path: `/api/b/v2/apps/${encodeURI(id)}`,
    headers: AUTHORIZED,
  })),
];

const LISTS = ['apps', 'app/groups', 'events', 'sched/conversion', 'pushlist/conversion/1/list'];
const FILTERS = [
  'name',
  'country',
  'language',
  'sort_by',
  'sort_dir',
  'app_id',
  'archived',
  'after_cursor',
  'limit',
  'page',
];
const TEXTS = [fill('a', HEAD_ROOM), fill('a-', HEAD_ROOM), fill('%25_', HEAD_ROOM), '%00', '%ED%A0%80', "'%20--"];

const throughEveryFilter = LISTS.flatMap((list) =>
  FILTERS.flatMap((filter) =>
    TEXTS.map((text) => ({
      name: `${list}?${filter}=${text.slice(0, 8)}…`,
      path: `/api/b/v2/${list}?${filter}=${text}`,
      headers: AUTHORIZED,
    })),
  ),
);

const nested = (unit: string, room: number): string => fill(unit, room);
/** Bodies that are JSON, or nearly. */
const bodies = (room: number): readonly (readonly [string, string | Buffer])[] => [
  ['lists in lists', nested('[', room)],
  ['lists in lists that end', nested('[', room / 2) + nested(']', room / 2)],
  ['objects in objects', nested('{"a":', room)],
  ['lists in a member', `{"name":${nested('[', room / 2)}${nested(']', room / 2 - 20)}}`],
  ['objects in a member', `{"name":${nested('{"a":', room * 0.7)}1${nested('}', room * 0.14)}}`],
  ['a deep __proto__', `{"__proto__":${nested('{"__proto__":', room / 2)}1`],
  ['many __proto__', `{${nested('"__proto__":{},', room)}"a":1}`],
  ['many members', `{${Array.from({ length: room / 20 }, (_, at) => `"m${at}":1`).join(',')}}`],
  ['one member many times', `{${nested('"name":1,', room)}"a":1}`],
  ['many nulls', `{"name":[${nested('null,', room - 20)}null]}`],
  ['a number of many digits', `{"name":${nested('9', room - 20)}}`],
  ['numbers beyond all', '{"name":1e999,"app_ids":[-1e999,1e-999,0.1e1,9007199254740993]}'],
  ['a long text', `{"name":"${nested('a', room - 20)}"}`],
  ['a long text of escapes', `{"name":"${nested('\\u0000', room - 20)}"}`],
  ['lone surrogates', '{"name":"\\ud800","token":"\\udfff","query":"\\ud800"}'],
  ['no UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.alloc(room - 20, 0xff), Buffer.from('"}')])],
  ['white space', nested(' ', room)],
  ['quotes', nested('"', room)],
  ['backslashes', `"${nested('\\', room - 2)}`],
  ['null', 'null'],
  ['a number', '1'],
  ['a text', '"x"'],
  ['a list', '[{}]'],
];

const BODY_DOORS: readonly (readonly [HostileRequest, room: number])[] = [
  ...['apps', 'app/groups', 'events', 'pushes', 'sched/conversion', 'sched/scheduled', 'sched/smartweekly'].map(
    (path) => [{ name: path, method: 'POST', path: `/api/b/v2/${path}`, headers: WRITER }, BODY_ROOM] as const,
  ),
  [{ name: 'GraphQL', method: 'POST', path: '/graphql', headers: WRITER }, BODY_ROOM],
  [{ name: 'REST without a key', method: 'POST', path: '/api/b/v2/apps', headers: JSON_TYPE }, BODY_ROOM],
  [{ name: 'GraphQL without a key', method: 'POST', path: '/graphql', headers: JSON_TYPE }, BODY_ROOM],
  [{ name: 'devices of nobody', method: 'POST', path: '/sdk/v1/unknown/devices', headers: JSON_TYPE }, SDK_ROOM],
  [{ name: 'devices', method: 'POST', path: '/sdk/v1/SERVICE/devices', headers: JSON_TYPE }, SDK_ROOM],
  [{ name: 'receipts', method: 'POST', path: '/sdk/v1/SERVICE/receipts', headers: JSON_TYPE }, SDK_ROOM],
  [{ name: 'nothing', method: 'POST', path: '/nothing', headers: JSON_TYPE }, BODY_ROOM],
  [{ name: 'health', method: 'POST', path: '/healthz', headers: JSON_TYPE }, BODY_ROOM],
  [{ name: 'docs', method: 'PUT', path: '/docs', headers: JSON_TYPE }, BODY_ROOM],
];

const throughEveryBody = BODY_DOORS.flatMap(([door, room]) =>
  bodies(room).map(([name, body]) => ({ ...door, name: `${door.name}: ${name}`, body })),
);

const LONG = 90_000;

function graph(query: string, variables?: Readonly<Record<string, unknown>>): HostileRequest {
  return {
    name: `GraphQL: ${query.slice(0, 70)}…`,
    method: 'POST',
    path: '/graphql',
    headers: WRITER,
    body: JSON.stringify({ query, variables }),
  };
}

/** Overlong values of the expected kind. */
const throughEveryValue: readonly HostileRequest[] = [
  ...['apps', 'appGroups', 'customEvents', 'schedulers'].flatMap((list) =>
    ['a', '%', '_', '!'].map((sign) =>
      graph(`{ ${list}(where: { nameContains: "${fill(sign, LONG)}" }) { totalCount } }`),
    ),
  ),
  graph(`{ schedulers(where: { reachesLanguage: "${fill('a-', LONG)}" }) { totalCount } }`),
  graph(`{ devices(where: { timeZones: ["${fill('a/', LONG)}"] }) { totalCount } }`),
  graph(`{ devices(where: { registeredFrom: "${fill('2', LONG)}" }) { totalCount } }`),
  // Complements test/schema/support/hostile.ts, which covers WebSocket too: these fill a whole body.
  graph('query ($where: DeviceWhereInput) { devices(where: $where) { nodes { id } } }', {
    where: {
      tag: fill('x', BODY_ROOM - 2_000),
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`u${n}`, 1])),
    },
  }),
  graph(`{ apps(after: "${fill('A', LONG)}") { totalCount } }`),
  graph(`{ node(id: "${fill('A', LONG)}") { id } }`),
  ...[
    ['sched/conversion', { name: 'x', all_apps: true, delay: fill('1', BODY_ROOM / 2) }],
    ['sched/conversion', { name: 'x', all_apps: true, delay: fill('1d', BODY_ROOM / 2) }],
    [
      'sched/scheduled',
      { name: 'x', all_apps: true, date: fill('2', BODY_ROOM / 2), time: '10:00', timezone: '+00:00' },
    ],
    ['sched/scheduled', { name: 'x', all_apps: true, date: '2030-01-01', time: '10:00', timezone: fill('+0', LONG) }],
    ['sched/conversion', { name: 'x', all_apps: true, countries_include: [fill('D', BODY_ROOM / 2)] }],
    ['sched/conversion', { name: 'x', all_apps: true, languages_include: [fill('a-', BODY_ROOM / 2)] }],
    ['sched/conversion', { name: 'x', all_apps: true, event_include: [fill('a', BODY_ROOM / 2)] }],
    ['pushes', { default_lang: fill('en-', BODY_ROOM / 2), translations: [{ language: 'en', title: 'x', text: 'x' }] }],
    [
      'pushes',
      {
        default_lang: 'en',
        translations: [{ language: 'en', title: 'x', text: 'x', link: fill('http:', BODY_ROOM / 2) }],
      },
    ],
    ['pushes', { default_lang: 'en', translations: [{ language: 'en', title: 'x', text: fill('😀', BODY_ROOM / 3) }] }],
    [
      'apps',
      {
        push_provider: 'provider_c',
        name: 'x',
        push_provider_creds: { private_key: fill('-----BEGIN ', BODY_ROOM / 2) },
      },
    ],
    ['apps', { push_provider: fill('provider_', BODY_ROOM / 2), name: 'x' }],
    ['apps', { push_provider: 'webpush', name: fill(' ', BODY_ROOM / 2) }],
    ['events', { name: 'x', code: fill('a', BODY_ROOM / 2) }],
  ].map(([path, body]) => ({
    name: `${path}: ${JSON.stringify(body).slice(0, 100)}…`,
    method: 'POST',
    path: `/api/b/v2/${path}`,
    headers: WRITER,
    body: JSON.stringify(body),
  })),
];

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...throughEveryHeader,
  ...throughEveryQuery,
  ...throughEveryPath,
  ...throughEveryFilter,
  ...throughEveryBody,
  ...throughEveryValue,
];
