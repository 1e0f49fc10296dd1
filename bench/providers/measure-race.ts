import type { Fakes } from '../../test/support/fakes/fakes.js';
import { median, medianOf } from '../support/median.js';
import { ContestantProcess } from './contestant-process.js';
import type { Sample } from './contestant-server.js';
import type { ContestantName } from './contestants.js';
import { makeCourse, type Race } from './courses.js';

/** Medians of the rounds. */
export interface Figures {
  readonly perSecond: number;
  /** Messages for each second that the process's threads were busy. */
  readonly perCpuSecond: number;
}

export interface Entrant {
  readonly label: string;
  readonly figures: Figures;
  /** Ratios to our sender on one core; medians of the rounds' own ratios. */
  readonly ofOurs: Figures;
}

export interface RaceResult {
  readonly title: string;
  readonly roundTripMs: number;
  readonly entrants: readonly Entrant[];
  /** The ratio of our sender on one core to the limit. */
  readonly ofLimit: Figures;
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = 700;
const WARM_UP_MS = 1_500;

interface Runner {
  readonly label: string;
  readonly process: ContestantProcess;
  count: number;
  readonly samples: Sample[];
}

/** Alternates all contestants, each for the number of messages it sends in a set time. */
export const measureRace = async (
  race: Race,
  { fakes, roundTripMs, caFile }: { fakes: Fakes; roundTripMs: number; caFile: string },
): Promise<RaceResult> => {
  await fakes.reset();
  const course = await makeCourse(fakes, race.provider);
  if (roundTripMs > 0)
    await fakes.misbehave({ provider: race.provider, fault: { kind: 'delay', delayMs: roundTripMs } });
  const runners: Runner[] = [];
  try {
    for (const { label, name, threads } of entrantsOf(race)) {
      const env = { NODE_EXTRA_CA_CERTS: caFile, BENCH_SENDER_THREADS: threads };
      const process = await ContestantProcess.start({ name, course, env });
      runners.push({ label, process, count: 0, samples: [] });
    }
    for (const runner of runners) runner.count = await warmUp(runner.process, race.multiple);
    for (let round = 0; round < ROUNDS; round += 1)
      await runRound(runners, round, () => forgetLedger(fakes, race, roundTripMs));
  } finally {
    for (const { process } of runners) await process[Symbol.asyncDispose]();
  }
  return toResult(race, roundTripMs, runners);
};

/** Each round begins with a different contestant, and every second one runs backwards. */
const runRound = async (runners: readonly Runner[], round: number, before: () => Promise<void>): Promise<void> => {
  const first = round % runners.length;
  const turned = [...runners.slice(first), ...runners.slice(0, first)];
  for (const runner of round % 2 === 0 ? turned : turned.reverse()) {
    await before();
    runner.samples.push(await runner.process.send(runner.count));
  }
};

interface Plan {
  readonly label: string;
  readonly name: ContestantName;
  readonly threads: string;
}

const entrantsOf = (race: Race): Plan[] => [
  { label: 'ours, one core', name: race.ours, threads: '0' },
  ...(race.onAllCores ? [{ label: 'ours, all cores', name: race.ours, threads: '' }] : []),
  { label: 'limit', name: race.limit, threads: '0' },
  ...(race.alsoPaid ? [{ label: race.alsoPaid, name: race.alsoPaid, threads: '0' }] : []),
  ...race.others.map((name) => ({ label: name, name, threads: '0' })),
];

/** The number of messages in a round, in whole sets of pages, once V8 has compiled the code. */
const warmUp = async (runner: ContestantProcess, multiple: number): Promise<number> => {
  let last = await runner.send(multiple);
  for (const until = performance.now() + WARM_UP_MS; performance.now() < until; ) {
    const rate = last.count / last.ms;
    last = await runner.send(Math.ceil((rate * ROUND_MS) / 2 / multiple) * multiple);
  }
  return Math.ceil(((last.count / last.ms) * ROUND_MS) / multiple) * multiple;
};

/** The fake's memory must not grow from round to round. */
const forgetLedger = async (fakes: Fakes, { provider }: Race, roundTripMs: number): Promise<void> => {
  await fakes.reset();
  if (roundTripMs > 0) await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: roundTripMs } });
};

const perSecond = ({ count, ms }: Sample): number => (count * 1_000) / ms;
const perCpuSecond = ({ count, cpuMs }: Sample): number => (count * 1_000) / cpuMs;

const toResult = ({ title, alsoPaid }: Race, roundTripMs: number, runners: readonly Runner[]): RaceResult => {
  const [ours] = runners;
  const limit = runners.find(({ label }) => label === 'limit');
  const paid = runners.find(({ label }) => label === alsoPaid);
  if (ours === undefined || limit === undefined) throw new Error('A race needs our sender and the limit.');
  const ratio = (above: Runner, below: (round: number) => number, figure: (sample: Sample) => number): number =>
    median(above.samples.map((sample, round) => figure(sample) / below(round)));
  const limitOf = (figure: (sample: Sample) => number) => (round: number) => {
    const bare = figure(at(limit, round));
    return paid === undefined ? bare : 1 / (1 / bare + 1 / figure(at(paid, round)));
  };
  const ratios = (above: Runner, below: Runner): Figures => ({
    perSecond: ratio(above, (round) => perSecond(at(below, round)), perSecond),
    perCpuSecond: ratio(above, (round) => perCpuSecond(at(below, round)), perCpuSecond),
  });
  return {
    title,
    roundTripMs,
    entrants: runners.map((runner) => ({
      label: runner.label,
      figures: {
        perSecond: medianOf(runner.samples, perSecond),
        perCpuSecond: medianOf(runner.samples, perCpuSecond),
      },
      ofOurs: ratios(runner, ours),
    })),
    ofLimit: {
      perSecond: ratio(ours, limitOf(perSecond), perSecond),
      perCpuSecond: ratio(ours, limitOf(perCpuSecond), perCpuSecond),
    },
  };
};

const at = ({ samples }: Runner, round: number): Sample => {
  const sample = samples[round];
  if (sample === undefined) throw new Error('A round has no sample.');
  return sample;
};
