import { type Capacity, type CapacityQuestion, DEFAULTS, MEASURED, planCapacity, workerRate } from './capacity.js';

const whole = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2, maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Formats a plan for people: one line per resource. */
export const describeCapacity = (question: CapacityQuestion, capacity: Capacity): string => {
  const { devices, minutes, rttMs, webPush, runsADay, retentionDays } = question;
  const rows: readonly (readonly [string, string])[] = [
    ['messages a second', whole.format(capacity.messagesPerSecond)],
    ['worker processes', `${exact.format(capacity.workers)}, of ${whole.format(workerRate(question))} messages/s each`],
    ['cores for workers', exact.format(capacity.workerCores)],
    ['cores for MySQL', exact.format(capacity.mysqlCores)],
    ['statements a second at MySQL', whole.format(capacity.statementsPerSecond)],
    ['network to MySQL', `${whole.format(capacity.wireMbitPerSecond)} Mbit/s`],
    ['disk of devices', bytes(capacity.deviceBytes)],
    ['disk of logs', `${bytes(capacity.logBytesPerDay)} a day, ${bytes(capacity.logBytes)} while kept`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const head = `${exact.format(devices)} ${webPush ? 'browsers' : 'devices'} in ${minutes} minutes, the provider answering after ${rttMs} ms; ${runsADay} such runs a day, history kept for ${retentionDays} days:`;
  return [head, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join('\n');
};

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

const bytes = (count: number): string => {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)));
  return `${whole.format(count / 1_000 ** power)} ${UNITS[power]}`;
};

/** The questions in the table of docs/capacity.md. */
const QUESTIONS: readonly (readonly [devices: number, minutes: number, rttMs: number, webPush?: true])[] = [
  [100_000, 1, 50],
  [1_000_000, 5, 50],
  [1_000_000, 5, 200],
  [10_000_000, 10, 50],
  [10_000_000, 10, 200],
  [100_000_000, 60, 50],
  [1_000_000_000, 100, 50],
  [1_000_000, 5, 50, true],
  [10_000_000, 10, 50, true],
];

/** The table of docs/capacity.md in Markdown, one row per question. */
export const capacityTable = (): string => {
  const head = [
    'devices in minutes, round trip',
    'messages/s',
    'workers',
    'cores: workers, MySQL',
    'statements/s',
    'disk: devices',
    'logs a day',
  ];
  const rows = QUESTIONS.map(([devices, minutes, rttMs, webPush = false]) => {
    const plan = planCapacity({ ...DEFAULTS, devices, minutes, rttMs, webPush });
    return [
      `${exact.format(devices)}${webPush ? ' browsers' : ''} in ${minutes}, ${rttMs} ms`,
      whole.format(plan.messagesPerSecond),
      exact.format(plan.workers),
      `${exact.format(plan.workerCores)}, ${exact.format(plan.mysqlCores)}`,
      whole.format(plan.statementsPerSecond),
      bytes(plan.deviceBytes),
      bytes(plan.logBytesPerDay),
    ];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** The measured figures in Markdown. */
export const measuredTable = (): string => {
  const rows = Object.entries(MEASURED).map(([name, value]) => `| \`${name}\` | ${exact.format(value)} |`);
  return ['| measured | |', '| --- | --- |', ...rows].join('\n');
};
