import { describe, expect, test } from '@jest/globals';
import { mysqlDialect } from '../../src/database/dialect.js';
import { eachDatabase } from '../support/databases.js';

const vitessError = (errno: number, message: string): Error => Object.assign(new Error(message), { errno });

const TARGET = 'target: catalogue.0.primary: ';
const TABLET = `${TARGET}vttablet: rpc error: code = `;

/** vtgate 24 reports these around a change of the primary. */
const ENDED = [
  vitessError(1105, `${TARGET}primary is not serving, there may be a reparent operation in progress`),
  vitessError(1105, `${TARGET}no healthy tablet available for 'keyspace:"catalogue" shard:"0" tablet_type:PRIMARY'`),
  vitessError(1105, `${TABLET}Unavailable desc = connection error: desc = "transport: error while dialing"`),
  vitessError(1105, `${TABLET}FailedPrecondition desc = operation not allowed in state NOT_SERVING (CallerID: app)`),
  vitessError(1317, `${TABLET}Aborted desc = transaction 17: ended at 2026-11-27 (exceeded timeout: 30s)`),
  vitessError(
    3024,
    `${TABLET}DeadlineExceeded desc = Query execution was interrupted, maximum statement execution time`,
  ),
  vitessError(1290, `${TABLET}FailedPrecondition desc = The MySQL server is running with the --read-only option`),
];

describe('a Vitess error', () => {
  test.each(ENDED)('that ends a transaction is recognised: $message', (error) => {
    expect(mysqlDialect.endsTransaction(error)).toBe(true);
    expect(mysqlDialect.isCutOff(error)).toBe(true);
    // A COMMIT may fail with this error.
    expect(mysqlDialect.isTransient(error)).toBe(false);
  });

  test.each([
    vitessError(1105, `${TABLET}InvalidArgument desc = column count does not match`),
    vitessError(1062, `${TABLET}AlreadyExists desc = Duplicate entry 'not serving' for key 'app.name'`),
    vitessError(1317, 'Query execution was interrupted'),
    vitessError(3024, 'Query execution was interrupted, maximum statement execution time exceeded'),
    new Error(`${TARGET}primary is not serving`),
  ])("that does not end a transaction is ignored, like other servers' errors: $message", (error) => {
    expect(mysqlDialect.endsTransaction(error)).toBe(false);
  });
});

const mysql = eachDatabase().filter(({ name }) => name === 'mysql');

describe.each(mysql)('a transaction on $name that Vitess ends', ({ open }) => {
  const [error] = ENDED;

  test('is repeated before its COMMIT', async () => {
    await using database = await open({ migrate: false });
    let times = 0;
    const outcome = await database.tx(async () => {
      times += 1;
      if (times < 3) throw error;
      return 'done';
    });
    expect({ outcome, times }).toEqual({ outcome: 'done', times: 3 });
  });

  test('is not repeated at its COMMIT, because it may have been committed', async () => {
    await using database = await open({ migrate: false });
    let times = 0;
    const committed = database.tx(async ({ queryRunner }) => {
      times += 1;
      if (!queryRunner) throw new Error('no connection');
      const commit = queryRunner.commitTransaction;
      queryRunner.commitTransaction = async () => {
        await commit.call(queryRunner);
        throw error;
      };
    });
    await expect(committed).rejects.toBe(error);
    expect(times).toBe(1);
  });
});
