import { describe, expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { NodeProcess } from '../support/child-process.js';
import { PASSWORD } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceProcess, START_DEADLINE_MS } from '../support/service-process.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const LINK =
  /^Create the first admin of the console with this link, .* shown only now: (http:\S+\/console\/join#[\w-]{43})$/;
const HINT = 'the console has no admin yet; to get a link: npm run --silent cli -- console link';

const linkOf = (service: ServiceProcess): string | undefined =>
  service.process.stdout.flatMap((line) => LINK.exec(line)?.[1] ?? [])[0];

const accept = async (service: ServiceProcess, link: string, email: string): Promise<Response> => {
  const token = new URL(link).hash.slice(1);
  return fetch(`${service.address}/console/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pushgraph-console': '1' },
    body: JSON.stringify({ token, name: 'Ann', email, password: PASSWORD }),
  });
};

describe.each(eachDatabase())('the first admin, $name', (kind) => {
  test('gets a link only at the first start, and later ones from the command line; none is in the log', async () => {
    await using place = await kind.url();
    const env = { DATABASE_URL: place.url, MASTER_KEY };
    const cli = async (...words: string[]) => {
      await using process = new NodeProcess('src/cli/main.js', env, { words });
      const { code } = await process.exited;
      return { code, lines: process.stdout.filter(Boolean).map((line) => JSON.parse(line)) };
    };
    await using first = await ServiceProcess.start(env);
    const link = await first.process.untilLine((line) => LINK.exec(line)?.[1] ?? null, START_DEADLINE_MS);
    expect(link.startsWith(`${first.address}/console/join#`)).toBe(true);
    expect(JSON.stringify(first.log)).not.toContain(new URL(link).hash.slice(1));
    expect(await first.terminate()).toMatchObject({ code: 0 });

    await using second = await ServiceProcess.start({ ...env, PUBLIC_URL: 'https://push.example.com' });
    await second.process.untilLine((line) => (line.includes(HINT) ? line : null), START_DEADLINE_MS);
    expect(linkOf(second)).toBeUndefined();
    const [{ user_id, link: renewed }] = (await cli('console', 'link')).lines;
    expect([user_id, renewed]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/console\/join#[\w-]{43}$/),
    ]);
    expect((await accept(second, link, 'a@example.com')).status).toBe(404);
    const accepted = await accept(second, renewed, 'Ann@Example.com');
    expect([accepted.status, (await accept(second, renewed, 'b@example.com')).status]).toEqual([204, 404]);
    expect((await cli('member', 'list')).lines).toEqual([
      {
        ...{ user_id: 1, member_id: 1, name: 'Ann', email: 'ann@example.com', role: 'ADMIN', state: 'joined' },
        ...{ password: true, single_sign_on: false, last_seen_at: expect.any(String) },
      },
    ]);
    const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { 'content-type': 'application/json', 'x-pushgraph-console': '1', cookie };
    const asked = await fetch(`${second.address}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{ auditLog { nodes { action } } }' }),
    });
    const { data } = (await asked.json()) as { data: { auditLog: { nodes: { action: string }[] } } };
    expect(data.auditLog.nodes.map(({ action }) => action)).toEqual(['invitationAccept', 'consoleLink']);
    // The last log lines are written before the process ends.
    expect((await fetch(`${second.address}/console/session`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await second.terminate()).toMatchObject({ code: 0 });
    const database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    const written = await database.query<{ action: string }>('SELECT action FROM audit_entry ORDER BY id');
    await database.close();
    expect(written.map(({ action }) => action)).toEqual(['consoleLink', 'invitationAccept', 'signOut']);
  });
});
