import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadMasterKey } from '../../src/crypto/load-master-key.js';

const COMPILED = new URL('../../dist-test/src/crypto/load-master-key.js', import.meta.url);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const load = (path = join(folder, 'data', 'pushgraph.db')) =>
  loadMasterKey({ masterKey: null, database: { kind: 'sqlite', path } });

describe('the master key', () => {
  test('is created once next to the database, readable only by its owner, and stays the same', async () => {
    const key = await load();
    expect(key).toHaveLength(32);
    const file = join(folder, 'data', 'master.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(key);
    expect(await load()).toEqual(key);
    expect(await readdir(join(folder, 'data'))).toEqual(['master.key']);
  });

  test('is created once even if many processes need it at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => load()));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['master.key']);
  });

  // It needs the compiled tests, which `npm test` makes first.
  const testBuilt = existsSync(COMPILED) ? test : test.skip;
  testBuilt('is one for several processes that start at once', async () => {
    const path = join(folder, 'data', 'pushgraph.db');
    const keys = await Promise.all(Array.from({ length: 4 }, () => loadInProcess(path)));
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(keys).size).toBe(1);
  });

  test('is read from a read-only folder', async () => {
    const key = await load();
    await chmod(join(folder, 'data'), 0o500);
    try {
      expect(await load()).toEqual(key);
    } finally {
      await chmod(join(folder, 'data'), 0o700);
    }
  });

  test('comes from the configuration first, and with MySQL there is no file', async () => {
    const masterKey = Buffer.alloc(32, 1);
    const database = { kind: 'sqlite', path: join(folder, 'x.db') } as const;
    expect(await loadMasterKey({ masterKey, database })).toBe(masterKey);
    const mysql = { kind: 'mysql', host: 'h', port: 1, user: 'u', password: 'p', database: 'd', tls: null } as const;
    await expect(loadMasterKey({ masterKey: null, database: mysql })).rejects.toThrow(/^MASTER_KEY: /);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is not replaced when damaged, because values encrypted with it would be lost', async () => {
    await load();
    const file = join(folder, 'data', 'master.key');
    for (const text of ['', 'too short', Buffer.alloc(33).toString('base64')]) {
      await writeFile(file, text);
      await expect(load()).rejects.toThrow(/^MASTER_KEY: .*does not hold 32 bytes/);
      expect(await readFile(file, 'utf8')).toBe(text);
    }
  });
});

/** The file is compiled separately: the processes share no module, cache or event loop. */
const loadInProcess = async (path: string): Promise<string> => {
  const script = `
    const { loadMasterKey } = await import(${JSON.stringify(COMPILED.href)});
    const key = await loadMasterKey({ masterKey: null, database: { kind: 'sqlite', path: ${JSON.stringify(path)} } });
    process.stdout.write(key.toString('hex'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return output;
};
