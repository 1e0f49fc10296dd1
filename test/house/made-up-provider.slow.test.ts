import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MadeUpHouse } from '../support/made-up-house.js';
import { ServiceProcess } from '../support/service-process.js';
import { createPush, must, startAutoPush } from '../support/service-steps.js';

// The cost of a new provider is a folder and a line. The copy of src that is built here has no other additions.
const LINE = "export { pigeon } from './pigeon/definition.js';\n";

const DEFINITION = new URL('made-up-provider/definition.ts.txt', import.meta.url);
const [sqlite] = eachDatabase();
if (!sqlite) throw new Error('SQLite is always there');
let house: MadeUpHouse;
let loft: Loft;

beforeAll(async () => {
  loft = await Loft.open();
  house = await MadeUpHouse.open();
  await house.add('src/providers/pigeon/definition.ts', await readFile(DEFINITION, 'utf8'));
  await house.append('src/providers/index.ts', LINE);
});
afterAll(async () => {
  await loft.close();
  await house[Symbol.asyncDispose]();
});

test('a provider is a folder and a line: it compiles, every API supports it, and its pushes arrive', async () => {
  expect(await house.compile()).toBe('');
  await using place = await sqlite.url();
  await using service = await ServiceProcess.start(
    {
      DATABASE_URL: place.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      PIGEON_URL: loft.address,
      OUTBOUND_ALLOW_PRIVATE: 'true',
    },
    { program: house.program },
  );

  // REST creates its application, and reports errors in REST's terms.
  const creds = { loft: 'north', loft_key: 'barley' };
  const refused = await service.api('POST', '/apps', { push_provider: 'pigeon', name: 'Dovecote' });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('`pigeon_creds` is required for pigeon (Pigeon Post).') },
  });
  const guessed = await service.api('POST', '/apps', { push_provider: 'dove', name: 'Dovecote' });
  expect(guessed.body.error).toContain('did you mean pigeon (Pigeon Post)?');
  const { id } = await must(
    201,
    service.api('POST', '/apps', { push_provider: 'pigeon', name: 'Dovecote', pigeon_creds: creds }),
  );
  const app = await must(200, service.api('GET', `/apps/${id}`));
  expect(app).toMatchObject({ push_provider: 'pigeon', has_pigeon_creds: true, has_provider_a_creds: false });
  await must(204, service.api('PUT', `/apps/${id}/creds/pigeon`, { ...creds, loft_key: 'wheat' }));

  // The graph reads and sets it.
  const input = { loft: 'north', loftKey: 'corn' };
  const SET = `mutation ($id: ID!, $input: CredentialsInput!) { appCredentialsUpdate(id: $id, credentials: $input) {
    app { pushProvider credentialStatus } userErrors { message } } }`;
  const set = await service.graphql(SET, { id: toGlobalId('App', id), input: { pigeon: input } });
  expect(set).toMatchObject({ appCredentialsUpdate: { app: { pushProvider: 'PIGEON' }, userErrors: [] } });
  const CREATE = `mutation ($input: AppCreateInput!) { appCreate(input: $input) { app { pushProvider } } }`;
  const created = await service.graphql(CREATE, { input: { name: 'Other', provider: { pigeon: input } } });
  expect(created).toEqual({ appCreate: { app: { pushProvider: 'PIGEON' } } });
  const filtered = await service.graphql('{ apps(where: { pushProvider: [PIGEON] }) { totalCount } }');
  expect(filtered).toEqual({ apps: { totalCount: 2 } });

  // A device registers, and its event starts a push, which arrives.
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'From afar' }]);
  const body = { name: 'At once', app_ids_include: [id], event_include: ['reg'] };
  await startAutoPush(service, { pushId, body });
  const bad = await service.sdk('POST', `/${app.service_id}/devices`, { body: {} });
  expect(bad.body.error).toContain("because the application's provider is pigeon (Pigeon Post)");
  const registering = service.sdk('POST', `/${app.service_id}/devices`, { body: { token: 'ring-1' } });
  const { device_id: deviceId, device_secret: secret } = await must(201, registering);
  const events = { events: [{ code: 'reg' }] };
  await must(202, service.sdk('POST', `/${app.service_id}/devices/${deviceId}/events`, { body: events, secret }));
  await eventually('the letter', () => loft.letters[0] ?? null);
  expect(loft.letters).toEqual([
    {
      path: '/lofts/north/letters',
      authorization: 'Loft corn',
      body: { ring: 'ring-1', title: 'Hello', text: 'From afar', receipt: expect.any(String) },
    },
  ]);

  // Its credentials are checked.
  const CHECK = 'mutation ($id: ID!) { appCredentialsCheck(id: $id) { accepted message } }';
  const checked = await service.graphql(CHECK, { id: toGlobalId('App', id) });
  expect(checked).toEqual({ appCredentialsCheck: { accepted: true, message: 'The loft takes the key.' } });
  expect(loft.letters.at(-1)).toMatchObject({ path: '/lofts/north/keys', authorization: 'Loft corn' });

  // Estimate and trace name it.
  const ESTIMATE = `query ($audience: AudienceInput!) { audienceEstimate(audience: $audience) {
    estimate { byApp { app { pushProvider } reached } } } }`;
  const estimated = await service.graphql(ESTIMATE, { audience: { apps: { appIds: [toGlobalId('App', id)] } } });
  expect(estimated).toEqual({
    audienceEstimate: { estimate: { byApp: [{ app: { pushProvider: 'PIGEON' }, reached: 1 }] } },
  });
  const TRACE = `query ($deviceId: ID!) { deliveryTrace(deviceId: $deviceId, runId: "${toGlobalId('Run', 1)}") {
    outcome device { app { pushProvider } } run { breakdown { byProvider { provider counts { sent } } } } } }`;
  const traced = { outcome: 'SENT', device: { app: { pushProvider: 'PIGEON' } } };
  const breakdown = { byProvider: [{ provider: 'PIGEON', counts: { sent: 1 } }] };
  await eventually('the trace', async () => {
    const { deliveryTrace } = await service.graphql<{ deliveryTrace: { outcome: string } }>(TRACE, {
      deviceId: toGlobalId('Device', deviceId),
    });
    if (deliveryTrace?.outcome !== 'SENT') return null;
    expect(deliveryTrace).toEqual({ ...traced, run: { breakdown } });
    return true;
  });
  const document = JSON.stringify((await service.request('GET', '/api/b/v2/openapi.json')).body);
  for (const word of ['AppInput_pigeon', 'Credentials_pigeon', 'Pigeon Post (pigeon)'])
    expect(document).toContain(word);
});

/** Simulates a loft's HTTP API. */
class Loft {
  readonly letters: unknown[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Loft> {
    const server = createServer();
    const loft = new Loft(server);
    server.on('request', async (request, response) => {
      const { url: path, headers } = request;
      loft.letters.push({ path, authorization: headers.authorization, body: JSON.parse(await text(request)) });
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return loft;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
