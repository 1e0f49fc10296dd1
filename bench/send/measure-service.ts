import { eventually } from '../../test/support/eventually.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { startRun } from '../support/one-time-run.js';
import { keepToCores, readCpuSeconds } from '../support/process-cpu.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { EventConsumers } from './event-consumers.js';
import { measureRate, type Round } from './round.js';

const DEADLINE_MS = 900_000;

export interface ServiceRound {
  readonly world: ServiceWorld;
  readonly api: ServiceProcess;
  readonly appId: number;
  readonly devices: number;
  readonly cores: number;
  /** The main.js of a different build. */
  readonly program: string | undefined;
  /** A `PushInput` of the graph. Omitted: title and text. */
  readonly push?: object;
  /** Whether a webhook and the feed get every event. The worker's CPU time counts until both have them. */
  readonly consumers?: boolean;
}

/** A whole run by a separate worker: its moment, selection, sending, and every outcome in the database. */
export const measureService = async (round: ServiceRound): Promise<Round> => {
  const { world, api, appId, devices, cores, program, push, consumers } = round;
  const options = program === undefined ? {} : { program };
  await using worker = await world.start({ ROLE: 'worker' }, options);
  const { pid } = worker.process;
  await keepToCores(pid, cores);
  await using receiving = consumers ? await EventConsumers.open(api) : null;
  const cpuOf = () => Promise.all([pid, api.process.pid, process.pid].map(readCpuSeconds));
  const cpuBefore = await cpuOf();
  const perSecond = await measureRate(world.fakes, devices, async () => {
    const before = await countFinished(world);
    await startRun(world, api, [appId], push);
    const isOver = async (): Promise<true | null> => ((await countFinished(world)) > before ? true : null);
    await eventually('the end of the run', isOver, DEADLINE_MS);
    await receiving?.receive(devices);
  });
  const cpu = (await cpuOf()).map((seconds, index) => seconds - (cpuBefore[index] ?? 0));
  const [ofWorker, ofApi, ofBench] = cpu.map((seconds) => ((seconds * 1_000_000) / devices).toFixed(1));
  const about = consumers ? 'with a webhook and a reader of the feed' : 'without consumers';
  console.log(`CPU µs a message, ${about}: worker ${ofWorker}, API ${ofApi}, this benchmark ${ofBench}`);
  return { perSecond, perCpuSecond: devices / (cpu[0] ?? 0), peakMb: await readPeakMb(pid), lost: 0 };
};

const countFinished = async (world: ServiceWorld): Promise<number> => {
  const sql = "SELECT COUNT(*) AS n FROM run WHERE status = 'finished'";
  const [row] = await (await world.db()).query<{ n: number }>(sql);
  return Number(row?.n);
};
