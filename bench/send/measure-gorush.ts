import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { randomTokens } from '../../test/support/seed-devices.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { TEXT, TITLE } from '../providers/contestant.js';
import { keepToCores, readCpuSeconds } from '../support/process-cpu.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { type Round, readRate } from './round.js';

/**
 * One slot in its queue. A list ends with its slowest message, and each core works on one list: with few tokens per
 * list it would mostly wait. It has no limit for Apple; its documentation shows lists of a few.
 */
const TOKENS_A_NOTIFICATION = 1_000;
const DEADLINE_MS = 1_800_000;

export interface GorushRound {
  readonly world: ServiceWorld;
  readonly program: string;
  /** `max_concurrent_pushes`; null: the default, 100. */
  readonly mostAtOnce: number | null;
  readonly devices: number;
  readonly cores: number;
}

/** gorush gets all tokens over its REST interface and answers at once; its counters show when it is done. */
export const measureGorush = async ({ world, program, mostAtOnce, devices, cores }: GorushRound): Promise<Round> => {
  const { fakes, folder, caFile } = world;
  const { credentials } = await fakes.makeApp('provider_c');
  if (credentials.provider !== 'provider_c') throw new Error('The fakes gave credentials of another provider.');
  const keyFile = join(folder, 'gorush.p8');
  const config = join(folder, 'gorush.yml');
  const port = await findPort();
  await writeFile(keyFile, credentials.privateKey);
  await writeFile(
    config,
    toYaml({ port, keyFile, keyId: credentials.privateKeyId, teamId: credentials.teamId, mostAtOnce }),
  );
  const address = { APNS_ADDRESS: new URL(fakes.addresses.provider_c).host, SSL_CERT_FILE: caFile };
  const env = { PATH: process.env.PATH ?? '', GOMAXPROCS: String(cores), ...address };
  const child = spawn(program, ['-c', config], { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  try {
    const gorush = `http://127.0.0.1:${port}`;
    await eventually('gorush', async () => ((await fetch(`${gorush}/healthz`).catch(() => null))?.ok ? true : null));
    const pid = child.pid ?? 0;
    await keepToCores(pid, cores);
    const bodies = toBodies(credentials.topic, devices);
    const before = await readCpuSeconds(pid);
    for (const body of bodies) await post(`${gorush}/api/push`, body);
    const failed = await eventually('the end of gorush', () => readFailed(gorush, devices), DEADLINE_MS);
    const cpuSeconds = (await readCpuSeconds(pid)) - before;
    const perSecond = await readRate(fakes, devices - failed);
    return { perSecond, perCpuSecond: devices / cpuSeconds, peakMb: await readPeakMb(pid), lost: failed };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
};

const toBodies = (topic: string, devices: number): string[] => {
  const tokens = randomTokens(devices).map(({ token }) => token);
  const text = { title: TITLE, message: TEXT, push_type: 'alert', priority: 'high' };
  return Array.from({ length: Math.ceil(devices / TOKENS_A_NOTIFICATION) }, (_, index) => {
    const some = tokens.slice(index * TOKENS_A_NOTIFICATION, (index + 1) * TOKENS_A_NOTIFICATION);
    return JSON.stringify({ notifications: [{ platform: 1, topic, ...text, tokens: some }] });
  });
};

const post = async (url: string, body: string): Promise<void> => {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = (await response.json()) as { success?: string; logs?: readonly unknown[] };
  if (answer.success !== 'ok' || answer.logs?.length) throw new Error(`gorush refused: ${JSON.stringify(answer)}`);
};

/** The number of lost messages once all have been tried; null before. */
const readFailed = async (gorush: string, devices: number): Promise<number | null> => {
  const { ios } = (await (await fetch(`${gorush}/api/stat/app`)).json()) as {
    ios: { push_success: number; push_error: number };
  };
  return ios.push_success + ios.push_error >= devices ? ios.push_error : null;
};

interface YamlParts {
  readonly port: number;
  readonly keyFile: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly mostAtOnce: number | null;
}

/** Its defaults, plus the required settings. It logs only failures: by default it writes a line for each message. */
const toYaml = ({ port, keyFile, keyId, teamId, mostAtOnce }: YamlParts): string => `
core:
  address: "127.0.0.1"
  port: "${port}"
android:
  enabled: false
ios:
  enabled: true
  key_path: "${keyFile}"
  key_type: "p8"
  production: true
  key_id: "${keyId}"
  team_id: "${teamId}"
${mostAtOnce === null ? '' : `  max_concurrent_pushes: ${mostAtOnce}`}
log:
  access_level: "error"
`;

const findPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
};
