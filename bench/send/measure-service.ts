import { eventually } from '../../test/support/eventually.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { startRun } from '../support/one-time-run.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import type { Round } from './round.js';
import { measureRate } from './round.js';

const DEADLINE_MS = 900_000;

export interface ServiceRound {
  readonly world: ServiceWorld;
  readonly api: ServiceProcess;
  readonly appId: number;
  readonly devices: number;
  readonly env: Readonly<Record<string, string>>;
  /** The main.js of another build. */
  readonly program: string | undefined;
}

/** A whole run by a worker of its own: its moment, selection, sending, and every outcome in the database. */
export const measureService = async ({ world, api, appId, devices, env, program }: ServiceRound): Promise<Round> => {
  const options = program === undefined ? {} : { program };
  await using worker = await world.start({ ROLE: 'worker', ...env }, options);
  const cpuBefore = await readCpuSeconds(worker);
  const perSecond = await measureRate(world.fakes, devices, async () => {
    const before = await countFinished(world);
    await startRun(world, api, [appId]);
    const isOver = async (): Promise<true | null> => ((await countFinished(world)) > before ? true : null);
    await eventually('the end of the run', isOver, DEADLINE_MS);
  });
  const cpuSeconds = (await readCpuSeconds(worker)) - cpuBefore;
  return { perSecond, perCpuSecond: devices / cpuSeconds, peakMb: await readPeakMb(worker.process.pid) };
};

const countFinished = async (world: ServiceWorld): Promise<number> => {
  const sql = "SELECT COUNT(*) AS n FROM run WHERE status = 'finished'";
  const [row] = await (await world.db()).query<{ n: number }>(sql);
  return Number(row?.n);
};

const readCpuSeconds = async (worker: ServiceProcess): Promise<number> => {
  const text = await (await fetch(`${worker.address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
};
