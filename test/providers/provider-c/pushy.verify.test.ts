import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MessageContent } from '../../../src/ports/message-fields.js';
import type { Senders } from '../../../src/providers/create-senders.js';
import { createSenders } from '../../../src/providers/create-senders.js';
import type { Outcome, SendBatch, SenderApp } from '../../../src/providers/sender.js';
import { eventually } from '../../support/eventually.js';
import { makeTestApp } from '../../support/fakes/keys.js';
import { makeTls } from '../../support/fakes/tls.js';
import { fetchJars, type Jars } from '../../support/maven-jars.js';
import { findBinary } from '../../support/services/find-binary.js';
import { closeSenders, makeBatch, makeContent, TestClock } from '../harness.js';

/* Sends our messages to Pushy's test server, which refuses what Apple refuses: `npm run verify:pushy`. */

const JARS: Jars = {
  'com/eatthepath/fast-uuid/0.2.0/fast-uuid-0.2.0.jar':
    '8668a0aa07025f4ee10155e45092de52132f2176e6099c17671e431ca741febf',
  'com/eatthepath/pushy/0.15.4/pushy-0.15.4.jar': 'e6ea8d6c604e77298b421775e73c66ec5ce33a3fba483e4a94db94310ac96a1f',
  'org/slf4j/slf4j-api/1.7.21/slf4j-api-1.7.21.jar': '1d5aeb6bd98b0fdd151269eae941c05f6468a791ea0f1e68d8e7fe518af3e7df',
  'io/netty/netty-buffer/4.1.104.Final/netty-buffer-4.1.104.Final.jar':
    '1e5361d1371ae75836717a22d0b0fba8393ef3ddb345abd7581c97c37aeac568',
  'io/netty/netty-codec/4.1.104.Final/netty-codec-4.1.104.Final.jar':
    '36d9840e76de66fbf60da20d740b3974a3545b0a4d68a16a7c19ae998f541098',
  'io/netty/netty-codec-dns/4.1.104.Final/netty-codec-dns-4.1.104.Final.jar':
    'd174befa24f1259366d234a1f814260534a6a8ec57079bfa444db183ca83954b',
  'io/netty/netty-codec-http/4.1.104.Final/netty-codec-http-4.1.104.Final.jar':
    '8e635413e623f3f1b337524931be620feb0369def735ede338f67db55cf8fc9b',
  'io/netty/netty-codec-http2/4.1.104.Final/netty-codec-http2-4.1.104.Final.jar':
    'fc03e6a2cc2d59f80fb1ec2957621e2630a952db36e069ccbbd72e0662796881',
  'io/netty/netty-codec-socks/4.1.104.Final/netty-codec-socks-4.1.104.Final.jar':
    'c8fac27f4d78fb3abd627907a5412fbe85fecc0671fa36f9ef7d0d26670caf05',
  'io/netty/netty-common/4.1.104.Final/netty-common-4.1.104.Final.jar':
    'b98b35afc0c704039dc636c5531583e3100c65e1c6bbf1b109761324bbedb06a',
  'io/netty/netty-handler/4.1.104.Final/netty-handler-4.1.104.Final.jar':
    '4c30c26d158fbf6dcebb54f8524e902a0df4fc6157f597af96a27f5459f7d046',
  'io/netty/netty-handler-proxy/4.1.104.Final/netty-handler-proxy-4.1.104.Final.jar':
    'a61bbbbe33c116a278b1e5baa567c6b5d6bd77814360870093bf6e51c12c6157',
  'io/netty/netty-resolver/4.1.104.Final/netty-resolver-4.1.104.Final.jar':
    '7d1cf459a1094cdefdae457686118d9dcc00d96b0ad1cea798483a43ffca1064',
  'io/netty/netty-resolver-dns/4.1.104.Final/netty-resolver-dns-4.1.104.Final.jar':
    'f40076554db69eec20e0f8de5c92a540d3c50909e416d2c7d8f7e1b27d84b4a8',
  'io/netty/netty-transport/4.1.104.Final/netty-transport-4.1.104.Final.jar':
    '28fd78156e8908146e66d247985aa5018a4bce9503c5b3d883481448b23270d3',
  'io/netty/netty-transport-native-unix-common/4.1.104.Final/netty-transport-native-unix-common-4.1.104.Final.jar':
    'c12f39c8f12a6ba64078caf75fd97a7fbd05643001f424e8b84829b35d402f4e',
};

const TOKEN = 'ab'.repeat(32);
const PLACE = fileURLToPath(new URL('pushy/ApplePushServer.java', import.meta.url));

(findBinary('java') ? describe : describe.skip)('Pushy accepts', () => {
  let folder: string;
  let server: ChildProcess;
  let senders: Senders;
  let app: SenderApp;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-pushy-'));
    const [tls, made, jars] = await Promise.all([makeTls(), makeTestApp('provider_c', ''), fetchJars(JARS)]);
    if (made.registration?.provider !== 'provider_c') throw new Error('an application of Apple was wanted');
    const { topic, teamId, keyId, publicKey } = made.registration;
    const files = { 'cert.pem': tls.cert, 'key.pem': tls.key, 'public.pem': publicKey };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const paths = Object.keys(files).map((name) => join(folder, name));
    server = spawn('java', ['-cp', jars.join(':'), PLACE, ...paths, teamId, keyId, topic, TOKEN], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const output = createInterface({ input: server.stdout as NodeJS.ReadableStream });
    output.on('line', (line) => lines.push(line));
    const port = await eventually('the port of Pushy', () => lines[0]?.split(' ')[1] ?? null);
    app = { id: 1, credentialsVersion: 1, credentials: made.credentials };
    senders = createSenders({
      baseUrls: { provider_c: `https://localhost:${port}` },
      ...{ allowPrivate: true, ca: tls.ca, providerATransport: 'http2', answerMs: 60_000, unprovenConnectMs: 60_000 },
      ...{ clock: new TestClock(), random: Math.random },
    });
  });
  afterAll(async () => {
    await closeSenders(senders);
    const exited = once(server, 'exit');
    server.stdin?.end('x');
    await exited;
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (content: MessageContent, options: Partial<SendBatch> = {}): Promise<Outcome | undefined> => {
    const message = {
      ...({ id: crypto.randomUUID(), target: { kind: 'token', token: TOKEN }, content, receipt: 'r.1' } as const),
    };
    const [outcome] = await senders.provider_c.send(makeBatch(app, [message], options));
    return outcome;
  };

  const FULL: Partial<MessageContent> = {
    ...{ subtitle: 'Today', image: 'https://cdn.example/i.png', link: 'https://x.example/', data: { order: '7' } },
    ...{ badge: { set: 5 }, group: 'orders', iosCategory: 'ORDER', interruption: 'TIME_SENSITIVE', relevance: 0.5 },
    sound: { name: 'chime.caf', critical: true, volume: 0.5 },
    buttons: [{ id: 'buy', link: null, icon: null, destructive: false, input: true }],
  };

  test.each([
    ['a plain message', {}, {}],
    ['a message with every field', FULL, { collapseKey: 'sale', ttlSeconds: 60 }],
    ['a silent message', { silent: true, data: { order: '7' } }, { urgency: 'high' }],
    // Pushy does not support priority 1, which Apple has had since 2021.
    ['a message of normal urgency', {}, { urgency: 'normal' }],
    ['a message that must arrive now or never', {}, { ttlSeconds: 0 }],
    ['a message of nearly 4 KiB', { data: { long: 'x'.repeat(3_700) } }, {}],
  ] as const)('%s', async (_name, content, options) => {
    const outcome = await send(makeContent(content), options);
    expect([outcome, lines.slice(-2)]).toEqual([expect.objectContaining({ kind: 'sent' }), expect.anything()]);
    const sent = Buffer.from(lines.at(-1)?.split(' ')[1] ?? '', 'base64').toString();
    expect(JSON.parse(sent)).toMatchObject({ aps: {}, receipt: 'r.1' });
  });

  test('and refuses the same as Apple, with the reasons that we expect', async () => {
    expect(await send(makeContent({ data: { long: 'x'.repeat(5_000) } }))).toMatchObject({
      kind: 'failed',
      code: 'PAYLOAD_TOO_LARGE',
    });
    const stranger = {
      ...{ id: crypto.randomUUID(), content: makeContent(), receipt: 'r.1' },
      target: { kind: 'token', token: 'cd'.repeat(32) },
    } as const;
    const [outcome] = await senders.provider_c.send(makeBatch(app, [stranger]));
    expect(outcome).not.toMatchObject({ kind: 'sent' });
    expect(lines.at(-1)).toMatch(/^rejected /);
  });
});
