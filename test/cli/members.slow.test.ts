import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { Database, execute } from '../../src/database/database.js';
import { systemClock } from '../../src/ports/clock.js';
import { operatorOf } from '../../src/services/caller.js';
import { createServices } from '../../src/services/services.js';
import { PASSWORD } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { runCli } from '../support/run-cli.js';

const VISITOR = { address: '127.0.0.1', userAgent: null };

describe.each(eachDatabase())('the operator on $name', (kind) => {
  const open = async (url: string) => {
    const database = new Database(parseDatabaseUrl(url));
    await database.open();
    const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
    return { database, services: createServices({ database, clock: systemClock, ...parts }) };
  };

  test('gives a member a link for a new password, and removes a member with their keys', async () => {
    await using place = await kind.url({ migrated: true });
    const { database, services } = await open(place.url);
    await using _open = database;
    const { userId } = await services.keys.createUser('somebody');
    const join = async (name: string, role: 'ADMIN' | 'EDITOR'): Promise<number> => {
      const email = `${name}@example.com`;
      const { id, token } = await services.members.invite(operatorOf(userId), { name, email, role });
      await services.invitations.accept({ token, name: null, email: null, password: PASSWORD }, VISITOR);
      return id;
    };
    const [ann, bob] = [await join('ann', 'ADMIN'), await join('bob', 'EDITOR')];
    await database.tx((tx) => execute(tx, 'UPDATE api_key SET member_id = ?', [bob]));
    const cli = (...words: string[]) =>
      runCli({ DATABASE_URL: place.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, ...words);

    const reset = await cli('member', 'reset', 'Bob@Example.com');
    expect(reset).toMatchObject({ code: 0, lines: [{ member_id: bob }] });
    const token = new URL(reset.lines[0].link).hash.slice(1);
    expect(await services.invitations.check(token)).toMatchObject({ kind: 'PASSWORD_RESET', email: 'bob@example.com' });

    expect((await cli('member', 'remove', String(bob))).lines).toEqual([
      { member_id: bob, state: 'removed', keys_revoked: 1 },
    ]);
    expect((await cli('member', 'list')).lines).toMatchObject([{ member_id: ann }]);
    expect((await cli('key', 'list')).lines).toMatchObject([{ state: 'revoked' }]);
    expect(await cli('member', 'remove', 'ann@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the last admin'),
    });
    expect(await cli('member', 'reset', '99')).toMatchObject({ code: 1, stderr: 'There is no such member.' });
    const audit = await database.query<{ summary: string }>('SELECT summary FROM audit_entry ORDER BY id');
    expect(audit.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        'The command line created a new link for the member "bob".',
        'The command line removed the member "bob".',
      ]),
    );
  });
});
