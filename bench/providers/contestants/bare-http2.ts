import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { systemClock } from '../../../src/ports/clock.js';
import { connectionOptions } from '../../../src/providers/outbound/connection-options.js';
import { AccessTokens } from '../../../src/providers/provider-a/access-tokens.js';
import { MessageRenderer } from '../../../src/providers/provider-a/render-message.js';
import type { Content, Message } from '../../../src/providers/sender.js';
import { signJwt } from '../../../src/providers/sign-jwt.js';
import { type Contestant, type Course, RECEIPT, runMany, STREAMS, TEXT, TITLE, targetAt } from '../contestant.js';

/** The limit of node:http2: one session, as many streams as the peer allows, the same headers and body each time. */
export const openBareHttp2 = async (course: Course): Promise<Contestant> => {
  const isApple = course.provider === 'provider_c';
  const session = connect(isApple ? course.addresses.provider_c : course.addresses.provider_a, {
    ca: course.ca,
    maxSessionMemory: 64,
  });
  await once(session, 'connect');
  const request = isApple ? appleRequest(course) : await googleRequest(course);
  return {
    send: (count) => runMany(count, STREAMS, () => post(session, request)),
    close: () => new Promise((resolve) => session.close(resolve)),
  };
};

interface ConstantRequest {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Done when the stream is closed: until then the peer counts it. */
const post = (session: ClientHttp2Session, { headers, body }: ConstantRequest): Promise<void> =>
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

const appleRequest = ({ credentials, targets }: Course): ConstantRequest => {
  if (credentials.provider !== 'provider_c') throw new Error('Not credentials of provider_c.');
  const token = signJwt({
    alg: 'ES256',
    header: { kid: credentials.privateKeyId },
    claims: { iss: credentials.teamId, iat: Math.floor(Date.now() / 1000) },
    key: createPrivateKey(credentials.privateKey),
  });
  return {
    headers: {
      ':method': 'POST',
      ':path': `/3/device/${targetAt(targets, 0, 'token').token}`,
      authorization: `bearer ${token}`,
      'apns-topic': credentials.topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor(Date.now() / 1000) + 3600),
    },
    body: JSON.stringify({ aps: { alert: { title: TITLE, body: TEXT } }, receipt: RECEIPT }),
  };
};

const googleRequest = async ({ credentials, targets, ca }: Course): Promise<ConstantRequest> => {
  if (credentials.provider !== 'provider_a') throw new Error('Not credentials of provider_a.');
  const connection = connectionOptions({ allowPrivate: true, ca });
  const tokens = new AccessTokens({ clock: systemClock, allowPrivate: true, connection });
  const access = await tokens.tokenFor({ id: 1, credentialsVersion: 1, credentials });
  if (access.kind !== 'token') throw new Error('The fake gave no access token.');
  await tokens.close();
  const { token } = targetAt(targets, 0, 'token');
  const content: Content = { title: TITLE, text: TEXT, image: null, icon: null, link: null };
  const message: Message = { id: '', target: { kind: 'token', token }, content, receipt: RECEIPT };
  const renderer = new MessageRenderer({ ttlSeconds: 3600, urgency: 'high', collapseKey: null }, Date.now());
  return {
    headers: {
      ':method': 'POST',
      ':path': `/v1/projects/${credentials.serviceAccount.project_id}/messages:send`,
      authorization: `Bearer ${access.token}`,
      'content-type': 'application/json',
    },
    body: renderer.render(message, token),
  };
};
