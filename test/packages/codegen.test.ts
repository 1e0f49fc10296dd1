import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PRINT = `import { codegen } from '@pushgraph/client/codegen';
  console.log(codegen({ documents: 'src/**/*.ts', into: 'src/graph/' }).schema);`;

let project = '';
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'codegen ünd so ')));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Installs the package in a parent folder, as `npm install` does. */
const install = async (): Promise<string> => {
  const folder = join(project, 'node_modules', '@pushgraph', 'client');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'packages/client/package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'schema.graphql'), join(folder, 'dist/schema.graphql'));
  await build({
    entryPoints: [join(ROOT, 'packages/client/src/codegen.ts')],
    outfile: join(folder, 'dist/codegen.js'),
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'neutral', logLevel: 'silent' },
  });
  return folder;
};

test("the configuration for code generators finds the package's schema from any folder", async () => {
  const folder = await install();
  const nested = join(project, 'packages', 'web', 'src');
  mkdirSync(nested, { recursive: true });
  for (const cwd of [project, nested]) {
    const args = ['--input-type=module', '--eval', PRINT];
    const schema = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }).trim();
    expect(schema).toBe(join(folder, 'dist/schema.graphql'));
    expect(existsSync(schema)).toBe(true);
  }
});
