import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import mysql from 'mysql2/promise';
import type { Logger } from 'pino';
import { createLogger } from '../../src/logger.js';
import { OutageLog } from '../../src/outage-log.js';
import { eventually } from '../support/eventually.js';

/** The driver's error for a port without a listener. */
const makeRefusal = async (): Promise<Error> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const error = await mysql.createConnection({ host: '127.0.0.1', port }).catch((refusal: Error) => refusal);
  if (!(error instanceof Error)) throw new Error('somebody listens');
  return error;
};

describe('the log while the database is unavailable', () => {
  let lines: Record<string, unknown>[];
  let logger: Logger;
  let isThere: boolean;
  let refusal: Error;

  beforeEach(async () => {
    refusal = await makeRefusal();
    lines = [];
    isThere = false;
    const outage = new OutageLog({ lookEveryMs: 10, answerMs: 10_000, announceEveryMs: 60_000 });
    const output = { write: (line: string) => void lines.push(JSON.parse(line)) };
    logger = createLogger({ logLevel: 'info', logPretty: false, tracing: false }, output, outage);
    const ping = async (): Promise<void> => {
      if (!isThere) throw refusal;
    };
    outage.watch({ ping, log: logger });
  });
  afterEach(() => {
    isThere = true;
  });

  const messages = () => lines.map(({ level, msg }) => `${level}: ${msg}`);
  const isSaid = (word: string) => eventually(word, () => messages().some((line) => line.includes(word)) || null);

  test('reports the outage once and its end once, instead of 74 errors', async () => {
    for (let index = 0; index < 74; index += 1) {
      logger.child({ job: index }).error({ err: refusal }, 'jobs');
      if (index === 30) await isSaid('is away');
    }
    logger.info('another line');
    isThere = true;
    await isSaid('is back');
    expect(messages()).toEqual([
      'error: the database is away; work waits and is tried again',
      'info: another line',
      'info: the database is back',
    ]);
    expect(lines[0]).toMatchObject({ reason: 'ECONNREFUSED' });
    expect(lines[2]).toMatchObject({ errors_left_out: 74, away_seconds: expect.any(Number) });
  });

  test('logs the error if a connection was merely cut', async () => {
    isThere = true;
    logger.warn({ err: refusal }, 'job failed');
    await isSaid('job failed');
    expect(messages()).toEqual(['warn: job failed']);
  });

  test('logs errors of providers, which have the same codes', () => {
    logger.warn({ err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'a page failed');
    expect(messages()).toEqual(['warn: a page failed']);
  });
});
