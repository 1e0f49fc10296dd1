import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../test/support/eventually.js';
import { randomTokens } from '../../test/support/seed-devices.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { TEXT, TITLE } from '../providers/contestant.js';
import { readPeakMb } from './measure-service.js';
import { measureRate, type Round } from './round.js';

const TOKENS_A_CALL = 1_000;
const DEADLINE_MS = 300_000;

export interface GorushOptions {
  readonly program: string;
  /** `max_concurrent_pushes`; null: as it comes. */
  readonly most: number | null;
  readonly devices: number;
}

/** gorush as a contestant: it gets the tokens over its API, and what becomes of them is in its counters alone. */
export const openGorush = (world: ServiceWorld, options: GorushOptions) => ({
  name: options.most === null ? 'gorush' : `gorush, ${options.most} pushes at once`,
  run: () => measureGorush(world, options),
});

const measureGorush = async (world: ServiceWorld, { program, most, devices }: GorushOptions): Promise<Round> => {
  const { fakes, folder, caFile } = world;
  const { credentials } = await fakes.makeApp('provider_c');
  if (credentials.provider !== 'provider_c') throw new Error('The fakes gave credentials of another provider.');
  const { topic, privateKey, privateKeyId, teamId } = credentials;
  const keyFile = join(folder, 'gorush.p8');
  const port = await findPort();
  await writeFile(keyFile, privateKey);
  const config = join(folder, 'gorush.yml');
  await writeFile(config, toYaml({ port, keyFile, keyId: privateKeyId, teamId, most }));
  const child = spawn(program, ['-c', config], {
    env: { PATH: process.env.PATH ?? '', APNS_HOST: fakes.addresses.provider_c, SSL_CERT_FILE: caFile },
    stdio: 'ignore',
  });
  try {
    const address = `http://127.0.0.1:${port}`;
    await eventually('gorush', async () => ((await fetch(`${address}/healthz`).catch(() => null))?.ok ? true : null));
    const tokens = randomTokens(devices).map(({ token }) => token);
    const pid = child.pid ?? 0;
    const before = await readCpuSeconds(pid);
    const perSecond = await measureRate(fakes, devices, async () => {
      for (let from = 0; from < devices; from += TOKENS_A_CALL) {
        await push(address, { topic, tokens: tokens.slice(from, from + TOKENS_A_CALL) });
      }
      const areThere = async () => ((await fakes.summary()).accepted >= devices ? true : null);
      await eventually('the last message of gorush', areThere, DEADLINE_MS);
    });
    const cpuSeconds = (await readCpuSeconds(pid)) - before;
    return { perSecond, perCpuSecond: devices / cpuSeconds, peakMb: await readPeakMb(pid) };
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
};

/** Its queue has 8,192 places, and it refuses what finds none: that call is made again. */
const push = async (address: string, { topic, tokens }: { topic: string; tokens: readonly string[] }) => {
  const notification = {
    tokens,
    platform: 1,
    topic,
    title: TITLE,
    message: TEXT,
    push_type: 'alert',
    priority: 'high',
  };
  const response = await fetch(`${address}/api/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ notifications: [notification] }),
  });
  const answer = (await response.json()) as { success?: string };
  if (answer.success !== 'ok') throw new Error(`gorush: ${JSON.stringify(answer)}`);
};

const toYaml = ({ port, keyFile, keyId, teamId, most }: YamlParts): string => `
core:
  address: "127.0.0.1"
  port: "${port}"
  mode: "release"
  max_notification: 100
api:
  push_uri: "/api/push"
  stat_go_uri: "/api/stat/go"
  stat_app_uri: "/api/stat/app"
  config_uri: "/api/config"
  sys_stat_uri: "/sys/stats"
  metric_uri: "/metrics"
  health_uri: "/healthz"
android:
  enabled: false
ios:
  enabled: true
  key_path: "${keyFile}"
  key_type: "p8"
  production: true
  key_id: "${keyId}"
  team_id: "${teamId}"
  max_retry: 10
${most === null ? '' : `  max_concurrent_pushes: ${most}\n`}
log:
  format: "string"
  access_log: "stdout"
  access_level: "error"
  error_log: "stderr"
  error_level: "error"
  hide_token: true
`;

interface YamlParts {
  readonly port: number;
  readonly keyFile: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly most: number | null;
}

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
};

const run = promisify(execFile);

/** Of all its threads, the kernel's share included. */
const readCpuSeconds = async (pid: number): Promise<number> => {
  const [stat, ticks] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), run('getconf', ['CLK_TCK'])]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / Number(ticks.stdout);
};
