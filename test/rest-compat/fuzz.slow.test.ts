import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../support/check-answer.js';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import { fuzzRequest } from './fuzz-request.js';
import { FuzzRun } from './fuzz-run.js';
import { FuzzTally } from './fuzz-tally.js';

/** `.ci/run` sets 10,000. MySQL runs the same code, so it gets a fifth of that. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_102);
const REQUESTS_PER_RUN = 50;

const listsOf = (operations: typeof contract.operations) =>
  fc.array(fuzzRequest({ document: contract.document, operations }), {
    minLength: REQUESTS_PER_RUN,
    maxLength: REQUESTS_PER_RUN,
  });

describe.each(eachDatabase())('fuzzing the REST interface on $name', (kind) => {
  const app = useHttpApp(kind);

  const conforms = (tally: FuzzTally, operations = contract.operations) =>
    fc.asyncProperty(listsOf(operations), async (list) => {
      const run = await FuzzRun.start(app(), tally);
      for (const request of list) await run.send(request);
    });

  test('every answer conforms to the OpenAPI document, and none is a server error', async () => {
    const tally = new FuzzTally(contract.operations);
    const share = kind.name === 'sqlite' ? 1 : 0.2;
    const runs = Math.ceil((REQUESTS * share) / REQUESTS_PER_RUN);
    await fc.assert(conforms(tally), { seed: SEED, numRuns: runs });
    process.stdout.write(`fuzzing on ${kind.name}, FUZZ_SEED=${SEED}: ${tally}\n`);
    expect(tally.total).toBeGreaterThanOrEqual(runs * REQUESTS_PER_RUN);
    // With few requests, some operations get no valid one by chance. They get one separately.
    for (const name of tally.neverSucceeded()) {
      const operations = contract.operations.filter((operation) => operation.name === name);
      await fc.assert(conforms(tally, operations), { seed: SEED, numRuns: 4 });
    }
    expect(tally.neverSucceeded()).toEqual([]);
  }, 900_000);

  test('finds planted faults: a failure and an undocumented answer', async () => {
    const { customEvents, pushes } = app().services;
    const [get, activate] = [customEvents.get, pushes.activate];
    const tally = new FuzzTally(contract.operations);
    const fuzz = (): Promise<unknown> =>
      Promise.resolve(fc.assert(conforms(tally), { seed: SEED, numRuns: 10, endOnFailure: true }));
    customEvents.get = async (...parameters) => ({
      ...(await get.apply(customEvents, parameters)),
      name: 'x',
      status: 7,
    });
    await expect(fuzz()).rejects.toThrow(/Property failed/);
    customEvents.get = get;
    pushes.activate = async () => {
      throw new Error('planted');
    };
    await expect(fuzz()).rejects.toThrow(/Property failed/);
    pushes.activate = activate;
    await fuzz();
  });
});
