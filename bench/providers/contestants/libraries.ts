import { Agent } from 'node:https';
import apn from '@parse/node-apn';
import webpush from 'web-push';
import { type Contestant, type Course, RECEIPT, runMany, STREAMS, TEXT, TITLE, targetAt } from '../contestant.js';
import { vapidHeader } from './bare-http1.js';

/** @parse/node-apn as in its README: one provider, a notification, a list of devices. */
export const openNodeApn = async ({ credentials, addresses, targets, ca }: Course): Promise<Contestant> => {
  if (credentials.provider !== 'provider_c') throw new Error('Not credentials of provider_c.');
  const { hostname, port } = new URL(addresses.provider_c);
  const { privateKey: key, privateKeyId: keyId, teamId } = credentials;
  const provider = new apn.Provider({
    token: { key: Buffer.from(key), keyId, teamId },
    ca: [Buffer.from(ca)],
    address: hostname,
    port: Number(port),
    production: false,
  } as apn.ProviderOptions);
  const sendPage = async (size: number): Promise<void> => {
    const note = new apn.Notification();
    note.alert = { title: TITLE, body: TEXT };
    note.topic = credentials.topic;
    note.expiry = Math.floor(Date.now() / 1000) + 3600;
    note.priority = 10;
    note.pushType = 'alert';
    note.payload = { receipt: RECEIPT };
    const tokens = Array.from({ length: size }, (_, index) => targetAt(targets, index, 'token').token);
    const { sent, failed } = await provider.send(note, tokens);
    if (sent.length !== size) throw new Error(`Not sent: ${JSON.stringify(failed[0])}`);
  };
  const page = STREAMS / 2;
  return {
    send: (count) => runMany(Math.ceil(count / page), 2, (index) => sendPage(Math.min(page, count - index * page))),
    close: async () => void provider.shutdown(),
  };
};

/** web-push as in its README: `vapidDetails` once, `sendNotification` for each. */
export const openWebPush = async (course: Course): Promise<Contestant> => {
  const { credentials } = course;
  if (credentials.provider !== 'webpush') throw new Error('Not credentials of webpush.');
  webpush.setVapidDetails(credentials.subject, credentials.vapidPublicKey, credentials.vapidPrivateKey);
  return openWith(course, {});
};

/**
 * web-push with the optimisations that its documentation leaves to the caller: a cached header and keep-alive
 * connections.
 */
export const openTunedWebPush = async (course: Course): Promise<Contestant> => {
  const { origin } = new URL(course.addresses.webpush);
  const headers = { Authorization: vapidHeader(course.credentials, origin) };
  const agent = new Agent({ keepAlive: true, maxSockets: 256, ca: course.ca });
  return openWith(course, { headers, agent });
};

const openWith = ({ targets }: Course, options: webpush.RequestOptions): Contestant => ({
  send: (count) =>
    runMany(count, 256, async (index) => {
      const { endpoint, p256dh, auth } = targetAt(targets, index, 'web');
      const payload = JSON.stringify({ title: TITLE, body: TEXT, receipt: RECEIPT });
      await webpush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, { TTL: 3600, ...options });
    }),
  close: async () => undefined,
});
