import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migration-'));
  cpSync(fileURLToPath(new URL('src/migrations', root)), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const addMigration = async (name: string, now: number): Promise<string> => {
  const module = await import(new URL('scripts/migration.mjs', root).href);
  return module.addMigration(name, folder, now);
};

test('a new migration is a class in its own file, the last one in the list', async () => {
  const now = Date.UTC(2100, 0, 1);
  const path = await addMigration('device-model', now);
  expect(basename(path)).toBe(`${now}-device-model.ts`);
  expect(readFileSync(path, 'utf8')).toContain(`export class DeviceModel${now} implements MigrationInterface`);
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  expect(index).toContain(`import { DeviceModel${now} } from './${now}-device-model.js';\n\n`);
  expect(index).toMatch(new RegExp(`,\\n  DeviceModel${now},\\n\\] as const`));
});

test('a new migration comes after all others, even if the clock is behind', async () => {
  const latest = Math.max(...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0));
  expect(basename(await addMigration('late', 1))).toBe(`${latest + 1}-late.ts`);
});

test.each(['', 'Device Model', '../escape', '1st', 'initial'])(
  'the name "%s" is refused, and nothing is written',
  async (name) => {
    const before = readdirSync(folder);
    await expect(addMigration(name, Date.now())).rejects.toThrow(/name is words|already/);
    expect(readdirSync(folder)).toEqual(before);
  },
);
