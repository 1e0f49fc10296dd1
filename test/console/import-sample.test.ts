import { describe, expect, test } from '@jest/globals';
import { toCredentials } from '../../web/console/pages/apps/credentials.js';
import { neededColumns, sampleFile } from '../../web/console/pages/import/sample-file.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { importSteps } from '../schema/support/import-steps.js';
import { eachDatabase } from '../support/databases.js';
import { CREDS } from '../support/rest-factory.js';

const FIREBASE = Object.fromEntries(
  Object.entries(CREDS.provider_a).map(([name, value]) => [
    name.replace(/_(x?\w)/g, (_all, letter: string) => letter.toUpperCase()),
    value,
  ]),
);

const PROVIDERS = [
  ['PROVIDER_A', { providerA: FIREBASE }],
  ['PROVIDER_B', toCredentials('PROVIDER_B', { appId: 'a', apiKey: 'b-secret-key' })],
  ['PROVIDER_C', { providerC: { topic: 't', teamId: 'x', privateKeyId: 'y', privateKey: '' } }],
  ['WEBPUSH', { webpush: true }],
] as const;

describe.each(eachDatabase())('the sample file of the import, $name', (kind) => {
  const app = useGraphApp(kind);
  const { carryOut } = importSteps(app);

  test.each(PROVIDERS)('for %s is imported unchanged, with separate tags', async (name, provider) => {
    const user = await app().newUser();
    const content = sampleFile(name);
    expect(content.split(',', neededColumns(name).length)).toEqual(neededColumns(name));
    const done = await carryOut(user, content, { provider });
    expect(done).toMatchObject({ status: 'FINISHED', imported: 2, rejected: 0 });
    expect(done.columns.filter(({ field }: { field: string | null }) => field === null)).toEqual([]);
    const { devices } = await user.data(
      '{ devices(orderBy: { field: ID }) { nodes { language timeZone externalUserId tags } } }',
    );
    const [first, second] = devices.nodes;
    expect(first).toMatchObject({ language: 'en', timeZone: 'Europe/London', externalUserId: 'customer-1' });
    expect(first.tags).toEqual(['news', 'vip']);
    expect(second.tags).toEqual(['news']);
  });
});
