import { badInput } from '../../errors.js';
import { type AddCommands, printJson } from '../command.js';
import { type CapacityQuestion, DEFAULTS, planCapacity } from './capacity.js';
import { describeCapacity } from './describe-capacity.js';

interface Options {
  readonly devices: string;
  readonly minutes: string;
  readonly rtt: string;
  readonly webPush: boolean;
  readonly runsADay: string;
  readonly json: boolean;
}

/** Adds `capacity`, which estimates the hardware for a fleet without reading the database or the settings. */
export const capacityCommand: AddCommands = (program) => {
  program
    .command('capacity')
    .description('Estimates the hardware to reach a number of devices in a number of minutes (docs/capacity.md)')
    .requiredOption('--devices <n>', 'devices of a run')
    .requiredOption('--minutes <n>', 'the minutes in which to reach all of them')
    .option('--rtt <ms>', 'how long the provider takes to answer', String(DEFAULTS.rttMs))
    .option('--web-push', 'the devices are browsers: encrypting each message takes seven times the CPU', false)
    .option('--runs-a-day <n>', 'the number of such runs a day, for the disk', String(DEFAULTS.runsADay))
    .option('--json', 'prints one JSON line', false)
    .action((options: Options) => {
      const question = readQuestion(options);
      const capacity = planCapacity(question);
      if (options.json) printJson({ question, capacity });
      else process.stdout.write(`${describeCapacity(question, capacity)}\n`);
    });
};

const readQuestion = ({ devices, minutes, rtt, webPush, runsADay }: Options): CapacityQuestion => ({
  ...DEFAULTS,
  devices: readNumber('devices', devices, { least: 1, most: 1e12 }),
  minutes: readNumber('minutes', minutes, { least: 0.1, most: 1e6 }),
  webPush,
  rttMs: readNumber('rtt', rtt, { least: 0, most: 60_000 }),
  runsADay: readNumber('runs-a-day', runsADay, { least: 0, most: 1e4 }),
});

const readNumber = (name: string, text: string, { least, most }: { least: number; most: number }): number => {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw badInput(name, `--${name} must be a number from ${least} to ${most}.`);
};
