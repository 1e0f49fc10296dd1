import { describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { PASSWORD } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const LINK = /^The console, for its first admin; .* shown only now: (http:\S+\/console\/join#[\w-]{43})$/;
const HINT = 'nobody is an admin of the console yet; a link for one: npm run --silent cli -- console link';

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
  test('gets a link at the first start alone, later ones from the command line; none is in the log', async () => {
    await using place = await kind.url();
    const env = { DATABASE_URL: place.url, MASTER_KEY };
    const cli = async (...words: string[]) => {
      await using process = new NodeProcess('src/cli/main.js', env, { words });
      const { code } = await process.ended();
      return { code, lines: process.stdout.filter(Boolean).map((line) => JSON.parse(line)) };
    };
    await using first = await ServiceProcess.start(env);
    const link = await first.process.untilLine((line) => LINK.exec(line)?.[1] ?? null, 10_000);
    expect(link.startsWith(`${first.address}/console/join#`)).toBe(true);
    expect(JSON.stringify(first.log)).not.toContain(new URL(link).hash.slice(1));
    expect(await first.terminate()).toMatchObject({ code: 0 });

    await using second = await ServiceProcess.start({ ...env, PUBLIC_URL: 'https://push.example.com' });
    await second.process.untilLine((line) => (line.includes(HINT) ? line : null), 10_000);
    expect(linkOf(second)).toBeUndefined();
    const [{ user_id, link: renewed }] = (await cli('console', 'link')).lines;
    expect([user_id, renewed]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/console\/join#[\w-]{43}$/),
    ]);
    expect((await accept(second, link, 'a@example.com')).status).toBe(404);
    expect((await accept(second, renewed, 'Ann@Example.com')).status).toBe(204);
    expect((await accept(second, renewed, 'b@example.com')).status).toBe(404);
    expect((await cli('member', 'list')).lines).toEqual([
      {
        ...{ user_id: 1, member_id: 1, name: 'Ann', email: 'ann@example.com', role: 'ADMIN', state: 'joined' },
        ...{ password: true, single_sign_on: false, last_seen_at: expect.any(String) },
      },
    ]);
    expect((await cli('member', 'list', '2')).lines).toEqual([]);
    expect((await cli('console', 'link', '--user', '99')).code).toBe(1);
    expect((await cli('console', 'link', '--user', 'x')).code).toBe(1);
    // What was noted is written before the end.
    expect(await second.terminate()).toMatchObject({ code: 0 });
    await using third = await ServiceProcess.start(env);
    const signedIn = await fetch(`${third.address}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-pushgraph-console': '1' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
    });
    expect(signedIn.status).toBe(204);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const asked = await fetch(`${third.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-pushgraph-console': '1', cookie },
      body: JSON.stringify({ query: '{ auditLog { nodes { action } } }' }),
    });
    const { data } = (await asked.json()) as { data: { auditLog: { nodes: { action: string }[] } } };
    expect(data.auditLog.nodes.map(({ action }) => action)).toEqual(['signIn', 'invitationAccept', 'consoleLink']);
    expect(JSON.stringify(third.log)).not.toContain(HINT);
  });
});
