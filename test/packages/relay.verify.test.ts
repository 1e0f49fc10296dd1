import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readRelayConfig } from './relay-config.js';

/* Runs Relay's compiler on the schema, with the configuration from docs/clients.md. Needs an npm registry. */
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPILER = 'relay-compiler@21.0.1';

const QUERY = `import { graphql } from 'react-relay';
export const query = graphql\`
  query appsQuery($where: DeviceWhereInput, $after: String) {
    apps(first: 10, after: $after) @connection(key: "apps_apps") {
      edges { node { id createdAt devices(first: 5, where: $where) { nodes { id country language timeZone } } } }
    }
    drafts(first: 1) { nodes { content } }
  }
\`;
`;

let project = '';
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'pushgraph-relay-'));
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', COMPILER], { cwd: project });
}, 600_000);
afterAll(() => rm(project, { recursive: true, force: true }));

test("Relay's compiler accepts the schema and types every scalar", async () => {
  const config = readRelayConfig();
  await writeFile(join(project, 'relay.config.json'), JSON.stringify(config));
  const schema = join(project, config.schema);
  await mkdir(dirname(schema), { recursive: true });
  await cp(join(ROOT, 'schema.graphql'), schema);
  await mkdir(join(project, config.src), { recursive: true });
  await writeFile(join(project, config.src, 'apps.ts'), QUERY);
  await run(process.execPath, [join(project, 'node_modules/relay-compiler/cli.js')], { cwd: project });
  const types = await readFile(join(project, config.src, '__generated__/appsQuery.graphql.ts'), 'utf8');
  expect(types).toContain('readonly createdAt: string;');
  expect(types).toContain('readonly country: string | null | undefined;');
  expect(types).toContain('readonly content: Record<string, unknown>;');
  expect(types).not.toMatch(/readonly \w+: any\b/);
});
