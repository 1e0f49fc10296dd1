import http2, { type ClientHttp2Session } from 'node:http2';
import { systemClock } from '../../../src/ports/clock.js';
import { connectionOptions } from '../../../src/providers/outbound/connection-options.js';
import { AccessTokens } from '../../../src/providers/provider-a/access-tokens.js';
import { loadFirebaseSdk } from '../../../src/providers/provider-a/firebase-sdk.js';
import { type Contestant, type Course, RECEIPT, runMany, TEXT, TITLE, targetAt } from '../contestant.js';

/** The maximum that `sendEach` accepts. */
const PAGE = 500;

/** firebase-admin: `sendEach` with 500 each, over HTTP/2, four calls at once like our sender. */
export const openFirebaseAdmin = async (course: Course): Promise<Contestant> => {
  const { credentials, ca, targets } = course;
  leadToFake(course);
  const sdk = await loadFirebaseSdk();
  const connection = connectionOptions({ allowPrivate: true, ca });
  const tokens = new AccessTokens({ clock: systemClock, allowPrivate: true, connection });
  const getAccessToken = async () => {
    const access = await tokens.tokenFor({ id: 1, credentialsVersion: 1, credentials });
    return { access_token: access.kind === 'token' ? access.token : '', expires_in: 3600 };
  };
  const projectId = credentials.provider === 'provider_a' ? credentials.serviceAccount.project_id : undefined;
  const app = sdk.initializeApp({ credential: { getAccessToken }, ...(projectId && { projectId }) }, 'bench');
  const sendPage = async (size: number): Promise<void> => {
    const { responses } = await sdk.getMessaging(app).sendEach(
      Array.from({ length: size }, (_, index) => ({
        token: targetAt(targets, index, 'token').token,
        notification: { title: TITLE, body: TEXT },
        android: { ttl: 3_600_000, priority: 'high' as const },
        data: { receipt: RECEIPT },
      })),
    );
    const failed = responses.find(({ success }) => !success);
    if (failed !== undefined) throw new Error(`Not sent: ${failed.error?.code} ${failed.error?.message}`);
  };
  return {
    send: (count) => runMany(Math.ceil(count / PAGE), 4, (index) => sendPage(Math.min(PAGE, count - index * PAGE))),
    close: async () => {
      await sdk.deleteApp(app);
      await tokens.close();
    },
  };
};

/** The SDK's host is fixed, and it writes `https:` where HTTP/2 needs `https`, which only Google's servers accept. */
const leadToFake = ({ addresses, ca }: Course): void => {
  const { connect } = http2;
  http2.connect = ((_address: string) => {
    const session = connect(addresses.provider_a, { ca, servername: 'fcm.googleapis.com' });
    const { request } = session;
    session.request = ((headers: http2.OutgoingHttpHeaders, options?: http2.ClientSessionRequestOptions) =>
      request.call(session, { ...headers, ':scheme': 'https' }, options)) as ClientHttp2Session['request'];
    return session;
  }) as typeof http2.connect;
};
