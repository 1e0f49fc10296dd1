import { Agent } from 'node:https';
import { connect } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Credential } from 'firebase-admin/app';
import { connectionOptions } from '../../../src/providers/outbound/connection-options.js';
import { AccessTokens } from '../../../src/providers/provider-a/access-tokens.js';
import { FirebaseAdminSender } from '../../../src/providers/provider-a/firebase-admin-sender.js';
import { type FirebaseSdk, loadFirebaseSdk } from '../../../src/providers/provider-a/firebase-sdk.js';
import { readSdkError } from '../../../src/providers/provider-a/read-sdk-error.js';
import type { SenderApp } from '../../../src/providers/sender.js';
import { Fixture } from '../fixture.js';
import { fullContent } from '../golden.js';
import { makeBatch, makeContent, makeMessages, makeSenderApp, nameOf } from '../harness.js';
import { GOLDEN, ID, IN_GOOGLE_TYPES, NOW } from './fcm-golden.js';

/** proto3 JSON accepts both spellings of a field; the SDK keeps the JavaScript spelling of some. */
const inSnakeCase = (content: unknown): unknown =>
  JSON.parse(JSON.stringify(content).replaceAll('"fcmOptions"', '"fcm_options"'));

/** Redirects the SDK to the fake; its host is fixed. */
class FakeAgent extends Agent {
  constructor(
    private readonly url: URL,
    private readonly ca: string,
  ) {
    super();
  }

  override createConnection() {
    const { hostname: host, port } = this.url;
    return connect({ host, port: Number(port), ca: this.ca, servername: 'fcm.googleapis.com' });
  }
}

describe("provider_a through Google's SDK", () => {
  const fixture = new Fixture('provider_a');
  const opened: { close(): Promise<void> }[] = [];
  const deleted: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    deleted.length = 0;
  });

  /** The real SDK, except for its address and the source of its access token. */
  const sdkToFake = async (app: SenderApp): Promise<FirebaseSdk> => {
    const sdk = await loadFirebaseSdk();
    const tokens = new AccessTokens({
      clock: fixture.clock,
      allowPrivate: true,
      connection: connectionOptions({ allowPrivate: true, ca: fixture.fakes.ca }),
    });
    opened.push(tokens);
    const credential: Credential = {
      getAccessToken: async () => {
        const access = await tokens.tokenFor(app);
        return { access_token: access.kind === 'token' ? access.token : '', expires_in: 3600 };
      },
    };
    const httpAgent = new FakeAgent(new URL(fixture.fakes.addresses.provider_a), fixture.fakes.ca);
    return {
      ...sdk,
      initializeApp: (options, name) => sdk.initializeApp({ ...options, credential, httpAgent }, name),
      deleteApp: (one) => {
        deleted.push(one.name);
        return sdk.deleteApp(one);
      },
      getMessaging: (one) => {
        const messaging = sdk.getMessaging(one as never) as ReturnType<FirebaseSdk['getMessaging']> & {
          enableLegacyHttpTransport(): void;
        };
        messaging.enableLegacyHttpTransport();
        return messaging;
      },
    };
  };
  const senderFor = (app: SenderApp): FirebaseAdminSender => {
    const sender = new FirebaseAdminSender({ clock: fixture.clock }, () => sdkToFake(app));
    opened.push(sender);
    return sender;
  };

  test('sends the same message as our own transport', async () => {
    const sender = senderFor(fixture.app);
    const contents = [
      makeContent(),
      makeContent({
        image: 'https://cdn.example/i.png',
        icon: 'https://cdn.example/c.png',
        link: 'https://x.example/',
      }),
      makeContent({ link: 'app://inbox' }),
      fullContent(GOLDEN, { silent: false, render: 'SYSTEM' }),
      fullContent(GOLDEN, { silent: false, render: 'APP' }),
      fullContent(GOLDEN, { silent: true }),
    ];
    const targets = await fixture.targets(contents.length);
    const messages = contents.flatMap((content, index) => makeMessages(targets.slice(index, index + 1), content));
    fixture.clock.now = () => 1_760_000_000_000;
    const given = { ttlSeconds: 90, urgency: 'high', collapseKey: 'sale' } as const;
    await fixture.fakes.setNow(fixture.clock.now());

    await fixture.sendMessages(messages, given);
    await sender.send(makeBatch(fixture.app, messages, given));

    const entries = await fixture.fakes.entries({ provider: 'provider_a', accepted: true });
    const wires = targets.map((target) => entries.filter((entry) => entry.target === nameOf(target)));
    expect(wires.map((sent) => sent.length)).toEqual(contents.map(() => 2));
    for (const [ours, google] of wires) expect(inSnakeCase(google?.content)).toEqual(ours?.content);
  });

  test("gets the same as for a message in Google's own types", async () => {
    const sdk = await sdkToFake(fixture.app);
    const { credentials } = fixture.app;
    if (credentials.provider !== 'provider_a') throw new Error('wrong credentials');
    const { serviceAccount } = credentials;
    const app = sdk.initializeApp({ projectId: serviceAccount.project_id }, 'types');
    opened.push({ close: () => sdk.deleteApp(app) });
    const [target] = await fixture.targets(1);
    const token = target?.kind === 'token' ? target.token : '';

    await fixture.fakes.setNow(NOW);
    fixture.clock.now = () => NOW;
    const content = fullContent(GOLDEN, { silent: false, render: 'SYSTEM', passthrough: null });
    const message = { id: ID, target: { kind: 'token', token }, content, receipt: 'r.1' } as const;
    await fixture.sendMessages([message], { ttlSeconds: 60, urgency: 'high', collapseKey: 'sale' });
    const { responses } = await sdk.getMessaging(app).sendEach([{ ...IN_GOOGLE_TYPES, token }]);

    expect(responses).toEqual([expect.objectContaining({ success: true })]);
    const [ours, google] = await fixture.fakes.entries({ provider: 'provider_a', accepted: true });
    expect(inSnakeCase(google?.content)).toEqual(ours?.content);
  });

  test('outcomes keep the order of the messages', async () => {
    const targets = await fixture.targets(6);
    await fixture.fakes.killTokens('provider_a', [nameOf(targets[1] ?? { kind: 'token', token: '' })]);
    const messages = [
      ...makeMessages(targets.slice(0, 3)),
      ...makeMessages([{ kind: 'subscription-id', subscriptionId: 'x' }]),
      ...makeMessages(targets.slice(3)),
    ];

    const outcomes = await senderFor(fixture.app).send(makeBatch(fixture.app, messages));

    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'sent',
      'invalid-token',
      'sent',
      'failed',
      'sent',
      'sent',
      'sent',
    ]);
  });

  test.each([
    [403, 'SENDER_ID_MISMATCH', 'invalid-token'],
    [403, 'PERMISSION_DENIED', 'app-paused'],
    [401, 'THIRD_PARTY_AUTH_ERROR', 'failed'],
    [429, 'QUOTA_EXCEEDED', 'app-paused'],
    [400, 'INVALID_ARGUMENT', 'failed'],
  ])('%i %s means %s', async (status, reason, kind) => {
    await fixture.answering({ status, reason });
    const messages = makeMessages(await fixture.targets(1));

    expect((await senderFor(fixture.app).send(makeBatch(fixture.app, messages)))[0]?.kind).toBe(kind);
  });

  test('an aborted batch is not sent', async () => {
    const messages = makeMessages(await fixture.targets(2));

    const outcomes = await senderFor(fixture.app).send(
      makeBatch(fixture.app, messages, { signal: AbortSignal.abort() }),
    );

    expect(outcomes.map(({ kind }) => kind)).toEqual(['retry-after', 'retry-after']);
    expect(await fixture.fakes.count()).toBe(0);
  });

  test('an account without a usable key pauses the application', async () => {
    const app = {
      ...fixture.app,
      credentials: { provider: 'provider_a', serviceAccount: { project_id: 'p' } },
    } as const;

    const outcomes = await senderFor(app).send(makeBatch(app, makeMessages(await fixture.targets(1))));

    expect(outcomes).toEqual([{ kind: 'app-paused', code: 'UNUSABLE_SERVICE_ACCOUNT', detail: null, afterMs: null }]);
  });

  test('only the parts of a service account reach the SDK', async () => {
    const { credentials } = fixture.app;
    if (credentials.provider !== 'provider_a') throw new Error('wrong credentials');
    const serviceAccount = {
      ...credentials.serviceAccount,
      type: 'external_account',
      credential_source: '/etc/passwd',
    };
    const given: unknown[] = [];
    const sdk = await sdkToFake(fixture.app);
    const cert: FirebaseSdk['cert'] = (account) => {
      given.push(structuredClone(account));
      return sdk.cert(account);
    };
    const sender = new FirebaseAdminSender({ clock: fixture.clock }, async () => ({ ...sdk, cert }));
    opened.push(sender);

    await sender.send(
      makeBatch(
        { ...fixture.app, credentials: { provider: 'provider_a', serviceAccount } },
        makeMessages(await fixture.targets(1)),
      ),
    );

    expect(given).toEqual([expect.objectContaining({ type: 'service_account' })]);
    expect(Object.keys(given[0] as object).sort()).toEqual([
      'client_email',
      'private_key',
      'private_key_id',
      'project_id',
      'type',
    ]);
  });

  test('applications are deleted when they are closed', async () => {
    const other = await makeSenderApp(fixture.fakes, 'provider_a');
    const sender = senderFor(fixture.app);
    await sender.send(makeBatch(fixture.app, makeMessages(await fixture.targets(1))));
    await sender.send(
      makeBatch({ ...other, credentials: fixture.app.credentials }, makeMessages(await fixture.targets(1))),
    );

    await sender.close();

    expect(deleted.sort()).toEqual([`pushgraph ${fixture.app.id}:1`, `pushgraph ${other.id}:1`].sort());
  });
});

describe("the SDK's errors", () => {
  test.each([
    ['messaging/server-unavailable', 'retry-after'],
    ['messaging/internal-error', 'retry-after'],
    ['app/network-timeout', 'retry-after'],
    ['messaging/something-new', 'retry-after'],
    ['messaging/invalid-registration-token', 'suspect'],
    ['messaging/payload-size-limit-exceeded', 'failed'],
    ['app/invalid-credential', 'app-paused'],
  ])('%s means %s', (code, kind) => {
    expect(readSdkError(Object.assign(new Error('secret'), { code })).kind).toBe(kind);
  });

  test('an error without a code may be temporary', () => {
    expect(readSdkError(new Error('secret token'))).toEqual({
      kind: 'retry-after',
      code: 'UNKNOWN_ERROR',
      detail: 'unknown error',
      afterMs: null,
    });
  });
});
