import { createPrivateKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { ClientConnection, type Headers, openSocket, type RequestHeaders } from '@pushgraph/http2-client';
import { systemClock } from '../../../src/ports/clock.js';
import { contentOf } from '../../../src/ports/message-fields.js';
import { connectionOptions } from '../../../src/providers/outbound/connection-options.js';
import { AccessTokens } from '../../../src/providers/provider-a/access-tokens.js';
import { MessageRenderer } from '../../../src/providers/provider-a/render-message.js';
import type { Content, Message } from '../../../src/providers/sender.js';
import { signJwt } from '../../../src/providers/sign-jwt.js';
import { type Contestant, type Course, RECEIPT, runMany, STREAMS, TEXT, TITLE, targetAt } from '../contestant.js';

/**
 * The limit of node:http2: one session, as many streams as the peer allows, the same body each time. For Apple the
 * device and id headers differ, because unchanged headers cost HPACK next to nothing.
 */
export const openBareHttp2 = async (course: Course): Promise<Contestant> => {
  const session = connect(addressOf(course), { ca: course.ca, maxSessionMemory: 64 });
  await once(session, 'connect');
  const { body, headers, ownAt } = await requestsFor(course);
  return {
    send: (count) => runMany(count, STREAMS, (index) => post(session, body, { ...headers, ...ownAt(index) })),
    close: () => new Promise((resolve) => session.close(resolve)),
  };
};

/** The limit of our own client: the same loop, without the pool around it. */
export const openBareClient = async (course: Course): Promise<Contestant> => {
  const origin = addressOf(course);
  const socket = openSocket(origin, connectionOptions({ allowPrivate: true, ca: course.ca }));
  let connection: ClientConnection | undefined;
  await new Promise<void>((onOpen) => {
    const listener = { onOpen, onStreamLimit: () => {}, onWindow: () => {}, onGoaway: () => {}, onClose: () => {} };
    connection = new ClientConnection(socket, new URL(origin), listener);
  });
  const open = connection as unknown as ClientConnection;
  const { body, headers, ownAt } = await requestsFor(course);
  const bytes = Buffer.from(body);
  return {
    send: (count) => runMany(count, STREAMS, (index) => postBy(open, bytes, { headers, own: ownAt(index) })),
    close: async () => open.close(),
  };
};

const postBy = (connection: ClientConnection, body: Buffer, headers: RequestHeaders): Promise<void> =>
  new Promise((resolve, reject) => {
    let status: number | undefined;
    const onClose = (): void => (status === 200 ? resolve() : reject(new Error(`Answered ${status}.`)));
    const onHeaders = (answered: number): void => {
      status = answered;
    };
    connection.request(headers, body, { onHeaders, onData: () => {}, onClose });
  });

const NONE: Headers = {};

const addressOf = ({ provider, addresses }: Course): string =>
  provider === 'provider_c' ? addresses.provider_c : addresses.provider_a;

const requestsFor = async (course: Course): Promise<Requests> =>
  course.provider === 'provider_c' ? appleRequest(course) : googleRequest(course);

interface Requests {
  readonly headers: Headers;
  /** Headers that differ for each message. */
  readonly ownAt: (index: number) => Headers;
  readonly body: string;
}

/** The request is done when the stream is closed, because the peer counts it until then. */
const post = (session: ClientHttp2Session, body: string, headers: Headers): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = session.request(headers);
    let status: number | undefined;
    stream.on('response', (answer) => {
      status = answer[':status'];
    });
    stream.on('error', reject);
    stream.on('close', () => (status === 200 ? resolve() : reject(new Error(`Answered ${status}.`))));
    stream.resume();
    stream.end(body);
  });

const appleRequest = ({ credentials, targets }: Course): Requests => {
  if (credentials.provider !== 'provider_c') throw new Error('Not credentials of provider_c.');
  const token = signJwt({
    alg: 'ES256',
    header: { kid: credentials.privateKeyId },
    claims: { iss: credentials.teamId, iat: Math.floor(Date.now() / 1000) },
    key: createPrivateKey(credentials.privateKey),
  });
  const headers = {
    ':method': 'POST',
    authorization: `bearer ${token}`,
    'apns-topic': credentials.topic,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': String(Math.floor(Date.now() / 1000) + 3600),
  };
  return {
    headers,
    ownAt: (index) => ({
      ':path': `/3/device/${targetAt(targets, index, 'token').token}`,
      'apns-id': randomUUID(),
    }),
    body: JSON.stringify({ aps: { alert: { title: TITLE, body: TEXT } }, receipt: RECEIPT }),
  };
};

const googleRequest = async ({ credentials, targets, ca }: Course): Promise<Requests> => {
  if (credentials.provider !== 'provider_a') throw new Error('Not credentials of provider_a.');
  const connection = connectionOptions({ allowPrivate: true, ca });
  const tokens = new AccessTokens({ clock: systemClock, allowPrivate: true, connection });
  const access = await tokens.tokenFor({ id: 1, credentialsVersion: 1, credentials });
  if (access.kind !== 'token') throw new Error('The fake gave no access token.');
  await tokens.close();
  const { token } = targetAt(targets, 0, 'token');
  const content: Content = contentOf({}, { title: TITLE, text: TEXT });
  const message: Message = { id: '', target: { kind: 'token', token }, content, receipt: RECEIPT };
  const renderer = new MessageRenderer({ ttlSeconds: 3600, urgency: 'high', collapseKey: null }, Date.now());
  const headers = {
    ':method': 'POST',
    ':path': `/v1/projects/${credentials.serviceAccount.project_id}/messages:send`,
    authorization: `Bearer ${access.token}`,
    'content-type': 'application/json',
  };
  return { headers, ownAt: () => NONE, body: renderer.render(message, token).toString() };
};
