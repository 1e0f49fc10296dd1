import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { NodeProcess } from '../support/child-process.js';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createPush, must, startAutoPush, startOneTime } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';
import { freePort, type GuardedProcess, startGuarded } from '../support/services/guarded-process.js';
import { makeDue, noteFigures, prepareRun, recordedCount, settledCount, untilTaken } from './crash-run.js';

/*
 * Follows docs/operations.md, "Point in time with …", for each server during a run: `npm run verify:pitr`.
 */

const run = promisify(execFile);
const DEVICES = 2_000;
const PHONES = 5;
const CODE = 'order';
const ENV = { CHECKPOINT_SIZE: '100', BATCH_SIZE: '300', CONCURRENCY: '2', LEASE_MS: '4000' };
const MINUTE_MS = 60_000;

interface Kind {
  readonly name: 'MariaDB' | 'MySQL';
  /** null if this machine does not have it. */
  readonly program: string | null;
  /** The guide puts it there. */
  readonly restoredTo: string;
}

const isRoot = process.getuid?.() === 0;
const KINDS: readonly Kind[] = [
  {
    name: 'MariaDB',
    program: isRoot && findBinary('mariadb-backup') ? findBinary('mariadbd') : null,
    restoredTo: 'pushgraph',
  },
  { name: 'MySQL', program: process.env.MYSQLD_PATH ?? null, restoredTo: 'restored' },
];

describe.each(KINDS)('a $name restored to a point in time', (kind) => {
  (kind.program ? test : test.skip)(
    'sends nothing again that it knows, lists what may go out again, and loses what came later',
    async () => {
      const [settings, base, ship, stop, restore, replay, list] = readGuide(kind);
      await using server = await Server.start(kind, settings ?? '');
      const place = { url: server.url, [Symbol.asyncDispose]: async () => undefined };
      const open = () => Promise.reject(new Error('for processes alone'));
      await using world = await ServiceWorld.open(
        { name: 'mysql', open, url: async () => place },
        { keepContent: false },
      );
      const api = await world.start({ ...ENV, ROLE: 'api' });
      const worker = await world.start({ ...ENV, ROLE: 'worker' });
      const first = await prepareRun(world, api, { apple: DEVICES, web: 0 });
      const phones = await registerPhones(api);
      const audience = DEVICES + PHONES;
      await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 300 } });

      // A base backup during a run, with events before and after.
      await phones.report();
      await makeDue(world, first.schedulerId);
      await untilTaken(world.fakes, audience / 4);
      await server.follow(base);
      await phones.report();
      await untilTaken(world.fakes, audience + 2 * PHONES);
      await eventually('the counts', async () => (await recordedCount(world)) === audience + 2 * PHONES || null);

      // The point in time is during another run, which ends before anybody notices the damage.
      const second = await startRun(api);
      await makeDue(world, second);
      await untilTaken(world.fakes, audience + 2 * PHONES + audience / 3);
      await server.follow(ship);
      const moment = await nextSecond();
      await phones.report();
      const late = await must(201, api.sdk('POST', phones.path, { body: { token: randomBytes(32).toString('hex') } }));
      await untilTaken(world.fakes, 2 * audience + 3 * PHONES);
      await eventually('the counts', async () => (await recordedCount(world)) >= 2 * audience + 3 * PHONES || null);
      await (await world.db()).tx((tx) => execute(tx, 'DELETE FROM push_translation'));
      for (const service of [api, worker]) expect(await service.terminate()).toMatchObject({ code: 0 });
      const sentBefore = await settledCount(world.fakes);

      const startedAt = performance.now();
      await server.follow(stop);
      await server.follow(restore);
      await server.follow(replay?.replace(/^STOP=.*$/m, `STOP='${moment}'`));
      const restoredAfterMs = Math.round(performance.now() - startedAt);
      server.database = kind.restoredTo;
      const restored = { DATABASE_URL: server.url };
      const known = await sentCounts(server);
      const cli = new NodeProcess(
        'src/cli/main.js',
        { ...restored, MASTER_KEY: randomBytes(32).toString('base64') },
        {
          words: (list ?? '')
            .trim()
            .replace(/^.* cli -- /, '')
            .split(' '),
        },
      );
      expect(await cli.exited).toMatchObject({ code: 0 });
      const listed = cli.stdout.map((line) => JSON.parse(line));
      // Only the run that was in progress at that time remains.
      expect(listed).toEqual([expect.objectContaining({ pending: 'run', scheduler_id: second })]);

      const quiet = await world.start({ ...ENV, ...restored, ROLE: 'api' });
      expect((await world.fakes.summary()).accepted).toBe(sentBefore);
      const again = await world.start({ ...ENV, ...restored, ROLE: 'worker' });
      await eventually(
        'the end of the run',
        async () =>
          (await server.rows("SELECT id FROM run WHERE kind = 'onesend' AND status <> 'finished'")).length === 0 ||
          null,
      );
      const sentAfter = await settledCount(world.fakes);
      const ofSecond = known.find(({ scheduler_id }) => scheduler_id === second)?.sent ?? 0;
      const [{ n: seen } = { n: 0 }] = await server.rows('SELECT COUNT(*) AS n FROM event_seen');
      const lostEvents = 3 * PHONES - Number(seen);
      noteFigures({
        server: (await server.rows('SELECT VERSION() AS version'))[0]?.version,
        messages: sentBefore,
        knownAtTheMoment: known.reduce((sum, { sent }) => sum + sent, 0),
        repeated: sentAfter - sentBefore,
        lostEvents,
        restoredAfterMs,
      });
      // Messages recorded before that time are not sent again. Only the rest of that run is sent.
      expect(ofSecond).toBeGreaterThan(0);
      expect(sentAfter - sentBefore).toBe(audience - ofSecond);
      const counts = await world.fakes.countByTarget();
      const ofTargets = first.targets.map((token) => counts.get(token) ?? 0);
      expect([Math.min(...ofTargets), Math.max(...ofTargets)]).toEqual([2, 3]);
      expect(await server.rows('SELECT COUNT(*) AS n FROM push_translation')).toEqual([{ n: 3 }]);
      // Later data is lost, and the service says so.
      const bearer = late.device_secret;
      expect(
        (await quiet.sdk('PATCH', `${phones.path}/${late.device_id}`, { body: { language: 'de' }, secret: bearer }))
          .status,
      ).toBe(404);
      await using database = new Database(parseDatabaseUrl(server.url));
      await database.open();
      await startRun(quiet).then((id) => makeDue({ db: async () => database }, id));
      const fresh = await eventually('a new run', async () => {
        const [found] = await server.rows('SELECT MAX(id) AS id FROM run');
        return Number(found?.id) > 1_000_000 ? true : null;
      });
      expect(fresh).toBe(true);
      for (const service of [quiet, again]) expect(await service.terminate()).toMatchObject({ code: 0 });
    },
    300_000,
  );
});

/** The guide's code blocks, in order. */
const readGuide = ({ name }: Kind): string[] => {
  const text = readRepositoryFile('docs/operations.md');
  const section = new RegExp(`^### Point in time with ${name}$(.*?)^#`, 'ms').exec(`${text}\n#`)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```(?:sh|ini)\n(.*?)^```$/gms)].map(([, block = '']) => block);
  if (blocks.length !== 7) throw new Error(`The guide has ${blocks.length} blocks, and this test follows 7.`);
  return blocks;
};

/** Waits for the next whole second and returns it in the format of `--stop-datetime`. */
const nextSecond = async (): Promise<string> => {
  const at = Math.ceil(Date.now() / 1_000) * 1_000;
  await sleep(at - Date.now() + 1);
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
};

const startRun = async (service: ServiceProcess): Promise<number> => {
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello again', text: 'Another message.' }]);
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return startOneTime(service, { pushId, at, body: { name: 'another', all_apps: true } });
};

/** The number of messages that the database records as sent, by scheduler. */
const sentCounts = async (server: Server): Promise<{ scheduler_id: number; sent: number }[]> => {
  const rows = await server.rows(
    `SELECT r.scheduler_id, SUM(c.count) AS sent FROM batch_count c JOIN run r ON r.id = c.run_id
     WHERE c.outcome = 'sent' GROUP BY r.scheduler_id`,
  );
  return rows.map(({ scheduler_id, sent }) => ({ scheduler_id: Number(scheduler_id), sent: Number(sent) }));
};

/** Phones whose events start an auto-push. */
const registerPhones = async (api: ServiceProcess) => {
  await must(201, api.api('POST', '/events', { name: 'Order', code: CODE }));
  const pushId = await createPush(api, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
  await startAutoPush(api, { pushId, body: { name: 'order', all_apps: true, event_include: [CODE] } });
  const { apps } = await must(200, api.api('GET', '/apps'));
  const { id } = apps.find(({ name }: { name: string }) => name === 'phones');
  const { service_id } = await must(200, api.api('GET', `/apps/${id}`));
  const path = `/${service_id}/devices`;
  const phones = await Promise.all(
    Array.from({ length: PHONES }, (_, index) =>
      must(201, api.sdk('POST', path, { body: { token: `${index}`.padStart(64, '0') } })),
    ),
  );
  const report = async (): Promise<void> => {
    for (const { device_id, device_secret: secret } of phones) {
      const body = { events: [{ code: CODE, id: randomUUID() }] };
      await must(202, api.sdk('POST', `${path}/${device_id}/events`, { body, secret }));
    }
  };
  return { path, report };
};

/** The server as Debian sets it up, except for its folders. It runs the guide's commands. */
class Server implements AsyncDisposable {
  static async start(kind: Kind, settings: string): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-pitr-'));
    const server = new Server(
      kind,
      folder,
      await freePort(),
      settings.split('\n').filter((line) => line.includes('=')),
    );
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'backups'));
    await server.install();
    const client = `[client]\nsocket = ${join(folder, 'server.sock')}\nuser = root\n`;
    await writeFile(join(folder, '.my.cnf'), `${client}[mariadbd]\ndatadir = ${join(folder, 'data')}\n`);
    await server.up();
    await server.shell(
      `${kind.name === 'MySQL' ? 'mysql' : 'mariadb'} -e "CREATE DATABASE pushgraph CHARACTER SET utf8mb4; CREATE USER app@'127.0.0.1' IDENTIFIED BY 'for-a-test'; GRANT ALL ON pushgraph.* TO app@'127.0.0.1'; GRANT ALL ON restored.* TO app@'127.0.0.1'"`,
    );
    return server;
  }

  database = 'pushgraph';
  private guarded: GuardedProcess | null = null;

  private constructor(
    private readonly kind: Kind,
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  get url(): string {
    return `mysql://app:for-a-test@127.0.0.1:${this.port}/${this.database}`;
  }

  /** Runs a block of the guide; the test stands in for `systemctl`. */
  async follow(block = ''): Promise<void> {
    for (const part of block.split(/^(systemctl .*)$/m)) {
      if (part === 'systemctl stop mariadb') await this.down();
      else if (part === 'systemctl start mariadb') await this.up();
      else
        await this.shell(
          part
            .replaceAll('/var/lib/mysql', join(this.folder, 'data'))
            .replaceAll('/backups', join(this.folder, 'backups')),
        );
    }
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    const connection = await createConnection(this.url);
    try {
      return (await connection.query(sql))[0] as Record<string, unknown>[];
    } finally {
      await connection.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.down();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async install(): Promise<void> {
    const { folder, kind } = this;
    const install = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--tmpdir=${folder}`, this.asUser];
    if (kind.name === 'MySQL') {
      await run(kind.program ?? '', [...install, '--initialize-insecure', '--secure-file-priv=NULL']);
      return;
    }
    await run('chown', ['mysql', folder]);
    await run('mariadb-install-db', [...install, '--skip-test-db', '--auth-root-authentication-method=normal']);
  }

  /** The guide makes `mysql` own the data files. If it moves none, that user need not exist. */
  private get asUser(): string {
    return `--user=${this.kind.name === 'MySQL' ? userInfo().username : 'mysql'}`;
  }

  private async shell(script: string): Promise<void> {
    // MySQL's own tools are in its server's folder.
    const PATH = `${dirname(this.kind.program ?? '')}:${process.env.PATH}`;
    const env = { PATH, HOME: this.folder, TZ: 'UTC' };
    await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { env, maxBuffer: 1 << 26 });
  }

  private async up(): Promise<void> {
    // The supervising process ends when the server stops. The data stays.
    const guard = await mkdtemp(join(this.folder, 'guard-'));
    const { folder, port, kind } = this;
    const options = [`--datadir=${join(folder, 'data')}`, `--socket=${join(folder, 'server.sock')}`, `--port=${port}`];
    const own = [
      this.asUser,
      `--tmpdir=${folder}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--pid-file=${join(folder, 'pid')}`,
      ...(kind.name === 'MySQL' ? ['--mysqlx=OFF', '--secure-file-priv=NULL'] : []),
    ];
    const told = this.settings.map((line) => `--${line.replace(/\s*=\s*/, '=')}`);
    const command = [kind.program ?? '', '--no-defaults', ...options, ...own, ...told] as const;
    this.guarded = await startGuarded([...command], guard, async () => {
      const socketPath = join(folder, 'server.sock');
      await (await createConnection({ socketPath, user: 'root', connectTimeout: 1_000 })).end();
    });
  }

  private async down(): Promise<void> {
    await this.guarded?.stop();
    this.guarded = null;
  }
}
