import { expect, test } from '@jest/globals';
import { Command } from 'commander';
import { DEFAULTS, MEASURED, PLANNED_LOAD, planCapacity, workerRate } from '../../src/cli/capacity/capacity.js';
import { capacityCommand } from '../../src/cli/capacity/capacity-command.js';
import { capacityTable, describeCapacity, measuredTable } from '../../src/cli/capacity/describe-capacity.js';
import { readRepositoryFile } from '../support/repository.js';

const QUESTION = { ...DEFAULTS, devices: 6_000_000, minutes: 10 };

test('a plan follows from the measurements of one message and one device', () => {
  const plan = planCapacity({ ...QUESTION, rttMs: 0 });
  expect(plan.messagesPerSecond).toBe(10_000);
  expect(plan.workers).toBe(Math.ceil(10_000 / MEASURED.workerPerSecond));
  expect(plan.workerCores).toBe(Math.ceil((10_000 * MEASURED.workerCpuUs) / 1e6 / PLANNED_LOAD));
  expect(plan.mysqlCores).toBe(Math.ceil((10_000 * MEASURED.mysqlCpuUs) / 1e6 / PLANNED_LOAD));
  expect(plan.statementsPerSecond).toBe(10 * MEASURED.statementsPer1000 + plan.workers * MEASURED.idleStatements);
  expect(plan.deviceBytes).toBe(6_000_000 * MEASURED.deviceBytes);
  const perMessage = MEASURED.logBytes + QUESTION.rowsPart * MEASURED.rowBytes;
  expect(plan.logBytesPerDay).toBeCloseTo(18_000_000 * perMessage);
  expect(plan.logBytes).toBeCloseTo(plan.logBytesPerDay * 180);
});

test('a longer round trip takes more workers but no more cores; twice the devices take twice of everything', () => {
  const [near, far] = [planCapacity(QUESTION), planCapacity({ ...QUESTION, rttMs: 500 })];
  expect(far.workers).toBeGreaterThan(near.workers);
  expect(far.workerCores).toBe(near.workerCores);
  expect(workerRate({ ...QUESTION, rttMs: 500 })).toBeLessThan(MEASURED.inFlight / 0.5);
  const twice = planCapacity({ ...QUESTION, devices: 2 * QUESTION.devices });
  expect(twice.messagesPerSecond).toBe(2 * near.messagesPerSecond);
  expect(twice.deviceBytes).toBe(2 * near.deviceBytes);
});

test("browsers take more workers and cores, and of MySQL only the additional workers' statements", () => {
  const [plan, browsers] = [planCapacity(QUESTION), planCapacity({ ...QUESTION, webPush: true })];
  expect(browsers.workers).toBe(Math.ceil(10_000 / workerRate({ ...QUESTION, webPush: true })));
  expect(browsers.workerCores).toBe(Math.ceil((10_000 * MEASURED.webPushCpuUs) / 1e6 / PLANNED_LOAD));
  expect(browsers.workers).toBeGreaterThan(plan.workers);
  const { workers, workerCores, statementsPerSecond, ...rest } = browsers;
  expect(plan).toMatchObject(rest);
  expect(describeCapacity({ ...QUESTION, webPush: true }, browsers)).toMatch(/^6,000,000 browsers in 10 minutes/);
});

test('the docs page has the table and the figures of the command', () => {
  const page = readRepositoryFile('docs/capacity.md');
  expect(page).toContain(capacityTable());
  expect(page).toContain(measuredTable());
  const example = { ...DEFAULTS, devices: 10_000_000, minutes: 10 };
  expect(page).toContain(describeCapacity(example, planCapacity(example)));
});

test.each([
  [['--devices', '0', '--minutes', '1'], /--devices must be a number from 1/],
  [['--devices', 'many', '--minutes', '1'], /--devices must be a number/],
  [['--devices', '10', '--minutes', ''], /--minutes must be a number/],
  [['--devices', '10', '--minutes', '1', '--rtt', '-1'], /--rtt must be a number/],
])('%j is refused with a valid alternative', async (words, message) => {
  const program = new Command().exitOverride();
  capacityCommand(program, () => {
    throw new Error('needs no settings');
  });
  await expect(program.parseAsync(['capacity', ...words], { from: 'user' })).rejects.toThrow(message);
});
