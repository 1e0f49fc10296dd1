import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { secretSettings, settingNames } from '../../src/read-config.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      { environment?: object; env_file?: object[]; secrets?: string[]; build?: string; profiles?: string[] }
    >
  >;
  readonly secrets: object;
  readonly volumes: object;
}

const compose = parse(readRepositoryFile('compose.yaml'), { merge: true }) as Compose;
/** These belong to Node.js and SQLite, not to us. */
const OTHERS = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'SQLITE_TMPDIR']);

const SETTINGS = settingNames();

const isSetting = (name: string): boolean => OTHERS.has(name) || SETTINGS.has(name);

/** The settings in the first column of the tables of docs/operations.md. */
const documentedSettings = (): Set<string> => {
  const rows = readRepositoryFile('docs/operations.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm);
  return new Set(
    [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)),
  );
};

test('every setting is documented, and every documented one is a setting', () => {
  // A former name, and a setting of OpenTelemetry itself.
  const aside = new Set(['GRAPHQL_BAD_KEYS_PER_MINUTE', 'OTEL_SDK_DISABLED']);
  const documented = documentedSettings();
  expect([...SETTINGS].filter((name) => !documented.has(name) && !aside.has(name))).toEqual([]);
  expect([...documented].filter((name) => !SETTINGS.has(name))).toEqual([]);
});

test('compose passes every documented setting on from .env, except those that it fixes itself', () => {
  const services = Object.values(compose.services).filter(({ build }) => build !== undefined);
  const fixed = ['DATABASE_URL_FILE', 'HOST', 'MASTER_KEY_FILE', 'PORT', 'ROLE'];
  for (const { environment = {}, env_file } of services) {
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    expect(Object.keys(environment).sort()).toEqual(fixed);
  }
  const page = readRepositoryFile('docs/deployment.md');
  for (const name of ['ROLE', 'HOST', 'PORT']) expect(page).toContain(`\`${name}\``);
});

test('compose, chart and unit name only existing settings', () => {
  const services = Object.values(compose.services).filter(({ build }) => build !== undefined);
  expect(services).toHaveLength(2);
  const named = [
    ...services.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...[...readRepositoryFile('deploy/helm/pushgraph/templates/_helpers.tpl').matchAll(/- name: ([A-Z_]+)$/gm)].map(
      ([, name = '']) => name,
    ),
    ...[...readRepositoryFile('deploy/systemd/pushgraph.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
      ([, line = '']) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ),
  ];
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => !isSetting(name))).toEqual([]);
});

test('the chart is for the release of this repository', () => {
  const { version } = JSON.parse(readRepositoryFile('package.json'));
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(parse(readRepositoryFile('deploy/helm/pushgraph/Chart.yaml')).appVersion).toBe(version);
});

test('the chart takes every secret that the service can read from a file', () => {
  const schema = JSON.parse(readRepositoryFile('deploy/helm/pushgraph/values.schema.json'));
  const optional: string[] = schema.properties.secretKeys.items.enum;
  const settings = ['database-url', 'master-key', ...optional].map((key) => key.toUpperCase().replaceAll('-', '_'));
  expect(settings.sort()).toEqual([...secretSettings()].sort());
  expect(settings).toHaveLength(secretSettings().length);
});

test("the chart's ingress admits every route except those for the machine itself", () => {
  const template = readRepositoryFile('deploy/helm/pushgraph/templates/service.yaml');
  const listed = [...template.matchAll(/\blist((?: "[^"]+")+)/g)].map(([, paths]) => paths).join();
  const open = new Set([...listed.matchAll(/"(\/[a-z-]+)/g)].map(([, door = '']) => door));
  const doors = repositoryFiles('src')
    .filter((file) => /-plugin\.ts$|rest-api\.ts$|preferences-token\.ts$/.test(file))
    .map(readRepositoryFile)
    .flatMap((text) => {
      const prefixes = [...text.matchAll(/(?:prefix: |Prefix: |_PREFIX = |PATH = )'(\/[a-z-]+)/g)];
      return prefixes.length > 0 ? prefixes : [...text.matchAll(/server\.[a-z]+(?:<[^(]*>)?\(\s*['`](\/[a-z-]+)/g)];
    })
    .map(([, door = '']) => door);
  expect([...new Set(doors)].sort()).toEqual([
    '/api',
    '/console',
    '/docs',
    '/events',
    '/exports',
    '/graphiql',
    '/graphql',
    '/imports',
    '/mcp',
    '/media',
    '/preferences',
    '/sdk',
    '/user-exports',
  ]);
  expect(doors.filter((door) => !open.has(door))).toEqual([]);
});

test('compose passes secrets only as files, and opens ports only to this machine', () => {
  const text = readRepositoryFile('compose.yaml');
  const named = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
  expect(new Set(named)).toEqual(new Set(Object.keys(compose.secrets)));
  for (const [, port = ''] of text.matchAll(/ports: \['([^']*)'\]/g)) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(text.match(/ports:/g)).toHaveLength(3);
  expect(Object.entries(compose.services).flatMap(([name, { profiles }]) => (profiles ? [] : name))).toEqual([
    'api',
    'worker',
    'mysql',
  ]);
});

test('no deployment uses a moving image tag', () => {
  const images = [...readRepositoryFile('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image);
  expect(images.length).toBeGreaterThan(4);
  for (const image of images) expect(image).toMatch(/:(?:v?\d|local\}$)/);
});

test('a docs page names every file below deploy or its folder', () => {
  const pages = ['docs/deployment.md', 'docs/runbook.md', 'docs/operations.md'].map(readRepositoryFile).join('\n');
  const folders = new Set(repositoryFiles('deploy').map((file) => file.split('/').slice(0, 2).join('/')));
  expect([...folders].filter((folder) => !pages.includes(folder))).toEqual([]);
});
