import { describe, expect, test } from '@jest/globals';
import type { Json } from '../schema/support/graph-app.js';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

describe("an operator's command line", () => {
  const kinds = eachDatabase();
  test.each(kinds.map(({ name, url }) => [name, url] as const))(
    'on %s lists, suspends, resumes and deletes while the service runs',
    async (_name, url) => {
      await using place = await url();
      const env = { DATABASE_URL: place.url, MASTER_KEY };
      await using service = await ServiceProcess.start(env);
      const cli = async (...words: string[]) => {
        await using process = new NodeProcess('src/cli/main.js', env, { words });
        const { code } = await process.exited;
        return { code, lines: process.stdout.map((line) => JSON.parse(line) as Json), stderr: process.stderr };
      };
      const { graphql } = { graphql: service.graphql.bind(service) };
      const made = await graphql<Json>('mutation { apiKeyCreate(input: { name: "CI", scopes: [READ] }) { secret } }');
      expect((await cli('user', 'list')).lines).toMatchObject([
        { user_id: 1, name: 'owner', state: 'active', keys: 2 },
      ]);
      const keys = (await cli('key', 'list', '1')).lines;
      expect(keys).toMatchObject([
        { state: 'good', made_by: null },
        {
          name: 'CI',
          scopes: 'read',
          state: 'good',
          made_by: keys[0].prefix,
          prefix: made.apiKeyCreate.secret.slice(0, 12),
        },
      ]);
      expect((await cli('user', 'suspend', '1')).lines).toEqual([{ user_id: 1, state: 'suspended' }]);
      expect((await service.api('GET', '/apps')).status).toBe(403);
      expect((await cli('user', 'list')).lines).toMatchObject([{ state: 'suspended', suspended_by: 'operator' }]);
      expect((await cli('user', 'resume', '1')).code).toBe(0);
      expect((await service.api('GET', '/apps')).status).toBe(200);
      const family = await cli('key', 'revoke', keys[0].prefix, '--descendants');
      expect(family.lines).toMatchObject([{ revoked: true, ended: 2 }]);
      const asked = await cli('user', 'delete', '1');
      expect([asked.code, asked.stderr.join()]).toEqual([1, expect.stringContaining('--yes')]);
      expect((await cli('user', 'delete', '1', '--yes')).lines).toEqual([{ user_id: 1, state: 'deleted' }]);
      expect((await service.api('GET', '/apps')).status).toBe(401);
      expect((await cli('user', 'list')).lines).toEqual([]);
      expect((await cli('user', 'suspend', '1')).code).toBe(1);
    },
  );
});
