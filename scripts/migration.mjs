// `npm run migration -- NAME`: creates an empty migration src/migrations/<timestamp>-<name>.ts and its line in
// index.ts.
import './check-node.mjs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './freshness.mjs';

/** @param folder contains index.ts. Returns the path of the new file. */
export const addMigration = (name, folder = join(root, 'src', 'migrations'), now = Date.now()) => {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw new Error('The name is words like "add-device-model".');
  const files = readdirSync(folder).filter((file) => /^\d+-.*\.ts$/.test(file));
  if (files.some((file) => file.replace(/^\d+-/, '') === `${name}.ts`)) throw new Error(`There is a ${name} already.`);
  const latest = Math.max(0, ...files.map((file) => Number.parseInt(file, 10)));
  const timestamp = Math.max(now, latest + 1);
  const className = `${toPascal(name)}${timestamp}`;
  const path = join(folder, `${timestamp}-${name}.ts`);
  writeFileSync(path, toSource(className));
  const index = join(folder, 'index.ts');
  writeFileSync(index, withEntry(readFileSync(index, 'utf8'), `./${timestamp}-${name}.js`, className));
  return path;
};

const toPascal = (name) => name.replace(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const toSource = (className) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Say what this migration adds, and why. It must run on both databases: src/migrations/ddl.ts has their types. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }
}
`;

/** Adds the import after the last one, and the entry at the end of the list. */
const withEntry = (index, path, className) => {
  const imports = index.lastIndexOf("';\n", index.indexOf('export const MIGRATIONS')) + 3;
  const end = index.lastIndexOf('] as const');
  const line = `import { ${className} } from '${path}';\n`;
  return `${index.slice(0, imports)}${line}${index.slice(imports, end)}  ${className},\n${index.slice(end)}`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.stdout.write(`${addMigration(process.argv[2] ?? '')}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
