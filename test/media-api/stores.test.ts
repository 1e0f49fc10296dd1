import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readConfig } from '../../src/read-config.js';
import { BucketStore } from '../../src/services/media/bucket-store.js';
import { FolderStore } from '../../src/services/media/folder-store.js';
import { eventually } from '../support/eventually.js';

const HASH = 'ab'.repeat(32);
const KEYS = { accessKeyId: 'access-key', secretAccessKey: 'hunter2-secret' };
const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contentOf = async (stream: Readable | null): Promise<string | null> => stream && text(stream);

/** `versitygw` is a gateway that verifies signatures: `go install github.com/versity/versitygw/cmd/versitygw@latest`. */
const findGateway = (): string | null => {
  const inPath = spawnSync('sh', ['-c', 'command -v versitygw']).stdout?.toString().trim();
  const places = [process.env.VERSITYGW_PATH, inPath, join(homedir(), 'go', 'bin', 'versitygw')];
  return places.find((path) => path && existsSync(path)) ?? null;
};

describe('a folder of images', () => {
  test('shows only complete files, and deletes them', async () => {
    const path = join(folder, 'new', 'media');
    const [store, other] = [new FolderStore(path), new FolderStore(path)];
    expect(await store.read(HASH)).toBeNull();
    await Promise.all([store.put(HASH, Buffer.from('image')), other.put(HASH, Buffer.from('image'))]);
    expect(await contentOf(await other.read(HASH))).toBe('image');
    expect(readdirSync(join(path, 'ab'))).toEqual([HASH]);
    await store.delete(HASH);
    await other.delete(HASH);
    expect(await other.read(HASH)).toBeNull();
  });

  test('is created by the first images, even if they arrive together', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(folder, `together-${round}`, 'media');
      const puts = Array.from({ length: 10 }, () => new FolderStore(path).put(HASH, Buffer.from('image')));
      await Promise.all(puts);
      expect(readdirSync(join(path, 'ab'))).toEqual([HASH]);
    }
  });

  test('that is not writable reports a code without its path, and leaves nothing behind', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, 'a file');
    const put = new FolderStore(join(blocked, 'media')).put(HASH, Buffer.from('image'));
    await expect(put).rejects.toMatchObject({
      name: 'MediaStoreError',
      message: 'the folder of MEDIA_URL answers ENOTDIR',
    });
    expect(await new FolderStore(join(blocked, 'media')).read(HASH)).toBeNull();
    await new FolderStore(join(blocked, 'media')).delete(HASH);
  });

  test('on a full disk reports it', async () => {
    // Mounting needs root. Without it this test checks nothing.
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const isMounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
    if (!isMounted) return;
    try {
      const put = new FolderStore(disk).put(HASH, Buffer.alloc(1_000_000));
      await expect(put).rejects.toMatchObject({ isFull: true, message: 'the folder of MEDIA_URL answers ENOSPC' });
      expect(readdirSync(join(disk, 'ab'))).toEqual([]);
    } finally {
      spawnSync('/bin/umount', [disk]);
    }
  });
});

describe('MEDIA_URL', () => {
  const storeOf = (env: Record<string, string>) => readConfig(env).media.store;
  const keys = { MEDIA_ACCESS_KEY_ID: 'id', MEDIA_SECRET_ACCESS_KEY: 'hunter2' };

  test('defaults to a folder next to the database', () => {
    expect(storeOf({})).toEqual({ kind: 'folder', path: 'data/media' });
    expect(storeOf({ DATABASE_URL: 'sqlite:/srv/push/push.db' })).toEqual({ kind: 'folder', path: '/srv/push/media' });
    expect(storeOf({ MEDIA_URL: 'file:/srv/images' })).toEqual({ kind: 'folder', path: '/srv/images' });
    expect(storeOf({ MEDIA_URL: 'file:///srv/images' })).toEqual({ kind: 'folder', path: '/srv/images' });
    expect(storeOf({ MEDIA_URL: 'file:./images' })).toEqual({ kind: 'folder', path: './images' });
  });

  test('may be a bucket at Amazon or another service', () => {
    expect(storeOf({ MEDIA_URL: 's3://images/push/?region=eu-central-1', ...keys })).toEqual({
      kind: 's3',
      bucket: 'images',
      prefix: 'push/',
      endpoint: null,
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
    });
    expect(storeOf({ MEDIA_URL: 's3://images?endpoint=http://minio:9000/', ...keys })).toMatchObject({
      prefix: '',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
    });
  });

  test.each([
    ['ftp://x', keys],
    ['s3://images', keys],
    ['s3://images?region=eu&colour=red', keys],
    ['s3://IMAGES_?region=eu', keys],
    ['s3://images?endpoint=https://s3.example/path', keys],
    ['s3://me:hunter2@images?region=eu', keys],
    ['file:', keys],
    ['s3://images?region=eu', { MEDIA_ACCESS_KEY_ID: 'id' }],
    ['s3://images?region=eu', { MEDIA_SECRET_ACCESS_KEY: 'hunter2' }],
  ])('%s is refused in one line without the secret', (url, given) => {
    let message = '';
    try {
      storeOf({ MEDIA_URL: url, ...given });
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toMatch(/^MEDIA_/);
    expect(message).not.toMatch(/\n|hunter2/);
  });
});

describe('a bucket', () => {
  const config = { kind: 's3', prefix: 'push/', endpoint: null, region: 'eu-central-1', ...KEYS } as const;

  test.each([
    [{ bucket: 'images' }, 'https://images.s3.eu-central-1.amazonaws.com'],
    // The certificate is for one label only: *.s3.eu-central-1.amazonaws.com.
    [{ bucket: 'images.shop.example' }, 'https://s3.eu-central-1.amazonaws.com/images.shop.example'],
    [{ bucket: 'images', endpoint: 'https://s3.example' }, 'https://s3.example/images'],
  ])('%j is at %s', async (given, address) => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }));
    try {
      await new BucketStore({ ...config, ...given }).read(HASH);
      const [asked] = fetched.mock.calls.map(([request]) => request as Request);
      expect(asked?.url).toBe(`${address}/push/${HASH}`);
    } finally {
      fetched.mockRestore();
    }
  });
});

describe('a bucket that refuses', () => {
  test.each([403, 404, 507])('an upload with %i reports the status, without the keys', async (status) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end('<Error><Code>X</Code></Error>');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = new BucketStore({ kind: 's3', bucket: 'images', prefix: '', endpoint, region: 'us-east-1', ...KEYS });
    await expect(store.put(HASH, Buffer.from('x'), 'image/png')).rejects.toMatchObject({
      message: `the bucket of MEDIA_URL answers ${status}`,
      isFull: status === 507,
    });
    if (status === 404) expect(await store.read(HASH)).toBeNull();
    server.close();
    server.closeAllConnections();
    await expect(store.read(HASH)).rejects.toMatchObject({
      message: 'the bucket of MEDIA_URL does not answer (ECONNREFUSED)',
    });
  });
});

const gateway = findGateway();
const whenFound = gateway ? describe : describe.skip;

whenFound('a bucket of a real server that verifies signatures', () => {
  const data = join(folder, 'gateway');
  const PORT = 20_000 + (process.pid % 20_000);
  const endpoint = `http://127.0.0.1:${PORT}`;
  let child: ChildProcess | null = null;

  beforeAll(async () => {
    mkdirSync(join(data, 'images'), { recursive: true });
    const args = [
      '--access',
      KEYS.accessKeyId,
      '--secret',
      KEYS.secretAccessKey,
      '--port',
      `127.0.0.1:${PORT}`,
      'posix',
      data,
    ];
    child = spawn(gateway ?? '', args, { stdio: 'ignore' });
    await eventually('the gateway', () => fetch(endpoint).catch(() => null));
  });
  afterAll(() => void child?.kill());

  const open = (more: object = {}) =>
    new BucketStore({ kind: 's3', bucket: 'images', prefix: 'push/', endpoint, region: 'us-east-1', ...KEYS, ...more });

  test('stores, serves and deletes images', async () => {
    const store = open();
    expect(await store.read(HASH)).toBeNull();
    await store.put(HASH, Buffer.from('image'), 'image/png');
    await store.put(HASH, Buffer.from('image'), 'image/png');
    expect(await contentOf(await open().read(HASH))).toBe('image');
    expect(existsSync(join(data, 'images', 'push', HASH))).toBe(true);
    await store.delete(HASH);
    await store.delete(HASH);
    expect(await store.read(HASH)).toBeNull();
  });

  test('refuses a wrong key', async () => {
    const put = open({ secretAccessKey: 'wrong' }).put(HASH, Buffer.from('image'), 'image/png');
    await expect(put).rejects.toMatchObject({ message: 'the bucket of MEDIA_URL answers 403' });
  });
});
