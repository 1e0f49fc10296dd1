import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import { isInRepository, readRepositoryFile, repositoryFiles } from '../support/repository.js';

const GROUND = ['errors.ts', 'collections.ts', 'tracing.ts', 'ports'];
const DATA = [...GROUND, 'text', 'entities', 'config', 'crypto', 'database'];
const CORE = [...DATA, 'statistics', 'schedule', 'audience', 'content', 'providers', 'catalogue'];
const NOUNS = ['text', 'entities', 'statistics', 'schedule', 'audience', 'providers', 'catalogue', 'services'];
const USE_CASES = ['errors.ts', 'collections.ts', 'tracing.ts', 'ports', ...NOUNS];

/** The permitted imports of each folder or file at the top of src, from the bottom up. Everything else is forbidden. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'collections.ts': [],
  'log-time.ts': [],
  'tracing.ts': [],
  'outage-log.ts': [],
  'own-files.ts': [],
  'package-root.ts': [],
  'build-info.ts': [],
  'describe-start-error.ts': ['errors.ts'],
  'until-it-answers.ts': ['describe-start-error.ts'],
  ports: [],
  entities: ['ports'],
  text: GROUND,
  statistics: [],
  config: [...GROUND, 'text'],
  crypto: [...GROUND, 'config', 'own-files.ts'],
  'logger.ts': ['config', 'log-time.ts', 'outage-log.ts', 'tracing.ts'],
  'start-tracing.ts': ['config', 'tracing.ts'],
  migrations: ['entities'],
  database: [...GROUND, 'text', 'config', 'own-files.ts', 'entities', 'migrations'],
  // These four never import each other.
  schedule: [...GROUND, 'text'],
  // The implementation files of the schedule's rules.
  tzdata: ['errors.ts', 'collections.ts', 'config', 'schedule'],
  content: [...GROUND, 'text', 'schedule', 'entities'],
  audience: DATA,
  providers: [...GROUND, 'text', 'crypto'],
  sinks: [...GROUND, 'crypto'],
  'read-config.ts': ['errors.ts', 'config', 'providers', 'sinks'],
  catalogue: [...DATA, 'schedule', 'audience', 'content', 'providers'],
  delivery: CORE,
  services: [...CORE, 'delivery', 'sinks', 'build-info.ts', 'own-files.ts'],
  http: [
    'errors.ts',
    'collections.ts',
    'log-time.ts',
    'tracing.ts',
    'build-info.ts',
    'config',
    'entities',
    'providers',
    'services',
  ],
  schema: [...USE_CASES, 'database', 'http', 'package-root.ts'],
  // The public APIs.
  resolvers: [...USE_CASES, 'schema'],
  'rest-compat': [...USE_CASES, 'http'],
  'sdk-api': [...USE_CASES, 'crypto', 'http', 'package-root.ts'],
  // The console's API. From the graph it uses only the format of global ids.
  console: ['errors.ts', 'build-info.ts', 'config', 'crypto', 'ports', 'http', 'schema', 'services', 'package-root.ts'],
  mcp: ['errors.ts', 'build-info.ts', 'ports', 'entities', 'http', 'schema', 'services'],
  'import-api': ['errors.ts', 'http', 'services'],
  'export-api': ['errors.ts', 'text', 'http', 'services'],
  'events-api': ['errors.ts', 'http', 'services'],
  'media-api': ['errors.ts', 'http', 'schema', 'services'],
  'preferences-page': ['errors.ts', 'ports', 'text', 'crypto', 'http', 'services'],
  jobs: [...GROUND, 'text', 'config', 'database'],
  openapi: ['errors.ts', 'collections.ts', 'providers', 'http', 'rest-compat', 'sdk-api'],
  'metrics.ts': ['build-info.ts', 'tracing.ts', 'ports', 'database', 'schedule', 'providers', 'delivery', 'services'],
  'api-plugins.ts': [
    'ports',
    'config',
    'crypto',
    'services',
    'http',
    'schema',
    'resolvers',
    'rest-compat',
    'sdk-api',
    'console',
    'import-api',
    'export-api',
    'events-api',
    'media-api',
    'mcp',
    'preferences-page',
    'openapi',
    'metrics.ts',
  ],
  'app.ts': [
    ...CORE,
    'delivery',
    'services',
    'http',
    'sdk-api',
    'jobs',
    'metrics.ts',
    'outage-log.ts',
    'until-it-answers.ts',
    'api-plugins.ts',
  ],
  'follow-start.ts': ['describe-start-error.ts', 'until-it-answers.ts', 'http'],
  'main.ts': [
    'errors.ts',
    'config',
    'read-config.ts',
    'describe-start-error.ts',
    'logger.ts',
    'outage-log.ts',
    'start-tracing.ts',
    'schedule',
    'tzdata',
    'http',
    'build-info.ts',
    'until-it-answers.ts',
    'follow-start.ts',
    'app.ts',
  ],
  cli: [
    ...CORE,
    'tzdata',
    'describe-start-error.ts',
    'until-it-answers.ts',
    'build-info.ts',
    'read-config.ts',
    'delivery',
    'services',
    'http',
    'schema',
    'resolvers',
    'sdk-api',
    'jobs',
    'events-api',
    'openapi',
  ],
};

/** The two sides of a TypeORM relation import each other's type. No other imports form a cycle. */
const PAIR = ['src/entities/push-translation.ts', 'src/entities/push.ts'];

const FILES = repositoryFiles('src').filter((file) => file.endsWith('.ts'));
/** Type imports count too, because a file that uses a type changes with it. */
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

test('every folder declares its imports, all from lower layers', () => {
  const folders = new Set(FILES.map(toFolder));
  expect(Object.keys(MAY_IMPORT).toSorted()).toEqual([...folders].toSorted());
  const places = new Map(Object.keys(MAY_IMPORT).map((folder, place) => [folder, place]));
  const upward = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
    allowed.filter((other) => Number(places.get(other)) >= Number(places.get(folder))).map((other) => [folder, other]),
  );
  expect(upward).toEqual([]);
});

test('every folder imports only the declared folders', () => {
  const forbidden = [...IMPORTS].flatMap(([file, imports]) =>
    imports
      .filter((other) => toFolder(other) !== toFolder(file) && !MAY_IMPORT[toFolder(file)]?.includes(toFolder(other)))
      .map((other) => `${toFolder(file)} → ${toFolder(other)}`),
  );
  expect([...new Set(forbidden)].toSorted()).toEqual([]);
});

test('imports form no cycle', () => {
  expect(FILES.filter((file) => reachedFrom(file).has(file))).toEqual(PAIR);
});

test('the HTTP/2 client imports only Node.js, and only providers import it', () => {
  const sources = repositoryFiles('packages/http2-client/src').filter((file) => file.endsWith('.ts'));
  const importsIn = (file: string) =>
    [...readRepositoryFile(file).matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
  const isInside = (file: string, name: string) =>
    posix.join(posix.dirname(file), name).startsWith('packages/http2-client/src/');
  expect(sources.length).toBeGreaterThan(20);
  expect(
    sources.flatMap((file) => importsIn(file).filter((name) => !name.startsWith('node:') && !isInside(file, name))),
  ).toEqual([]);
  const users = FILES.filter((file) => importsIn(file).includes('@pushgraph/http2-client'));
  expect([...new Set(users.map(toFolder))]).toEqual(['providers']);
});

/** The folders of `src/delivery`, from the bottom up. */
const ROOMS = ['judgement', 'delivery-deps.ts', 'leases', 'record', 'plan', 'fairness', 'send', 'upkeep', 'flow.ts'];

test('every folder of delivery imports only from lower folders', () => {
  const roomOf = (file: string): string | undefined => file.split('/delivery/')[1]?.split('/')[0];
  const upward = FILES.filter((file) => toFolder(file) === 'delivery').flatMap((file) =>
    (IMPORTS.get(file) ?? [])
      .filter((other) => toFolder(other) === 'delivery')
      .map((other) => [roomOf(file) ?? '', roomOf(other) ?? ''] as const)
      .filter(([room, other]) => ROOMS.indexOf(other) < 0 || ROOMS.indexOf(other) > ROOMS.indexOf(room)),
  );
  expect(upward).toEqual([]);
});

/** Returns `services` for src/services/apps/app-service.ts, and `app.ts` for src/app.ts. */
function toFolder(file: string): string {
  return file.split('/')[1] ?? '';
}

function importsOf(file: string): string[] {
  const paths = readRepositoryFile(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g);
  return [...paths].map(([, path = '']) => {
    const other = posix.join(posix.dirname(file), path).replace(/\.js$/, '.ts');
    if (!isInRepository(other)) throw new Error(`${file} imports ${path}, which is not there.`);
    return other;
  });
}

const reachedFrom = (file: string): Set<string> => {
  const reached = new Set<string>();
  const open = [...(IMPORTS.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!reached.has(next)) open.push(...(IMPORTS.get(next) ?? []));
    reached.add(next);
  }
  return reached;
};
