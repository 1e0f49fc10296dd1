import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import type { Json } from '../../schema/support/graph-app.js';

export const CLIENT = { client_id: 'pushgraph', client_secret: 'a secret of the client' };

/** The people known to the provider, by their subject. */
const PEOPLE: Readonly<Record<string, { email: string; email_verified: boolean }>> = {
  ann: { email: 'Ann@Example.com', email_verified: true },
  bob: { email: 'bob@example.com', email_verified: false },
  carl: { email: 'carl@example.com', email_verified: true },
  // Another person who claims to have Ann's address.
  eve: { email: 'ann@example.com', email_verified: true },
};

/** A certified OpenID provider on loopback that signs the current person in at once. */
export interface SignInPlace {
  readonly issuer: string;
  /** The person who uses the browser. */
  person: string;
  /** Requests to it, as `METHOD /path`. */
  readonly asked: string[];
  /** Makes the token endpoint hostile: it returns this function's result as the ID token. */
  forge: ((idToken: string) => string) | null;
  /** Signs a currently valid access token for Ann. @param claims replace its claims */
  issue(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Starts serving, for a client with this redirect address. */
  open(redirectUri: string): void;
  /** Follows the sign-in, and returns the final address: the callback of the console. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

/** @param host `localhost` is a different site from 127.0.0.1, like a real provider */
export const startSignInPlace = async (host: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<SignInPlace> => {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const place: SignInPlace = {
    issuer,
    person: 'ann',
    asked: [],
    forge: null,
    issue: (claims = {}, header = {}) =>
      new SignJWT({ iss: issuer, sub: 'ann', client_id: 'assistant', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt', ...header })
        .sign(privateKey),
    open: (redirectUri) => serve(server, { place, redirectUri, privateKey }),
    visit: (url) => follow(url, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return place;
};

const serve = (
  server: Server,
  { place, redirectUri, privateKey }: { place: SignInPlace; redirectUri: string; privateKey: KeyObject },
): void => {
  const configuration: Configuration = {
    clients: [
      { ...CLIENT, redirect_uris: [redirectUri], response_types: ['code'], grant_types: ['authorization_code'] },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'k1' } as Json] },
    cookies: { keys: ['a key for its cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) as Json }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
  };
  const provider = new Provider(place.issuer, configuration);
  const callback = provider.callback();
  server.on('request', async (request, response) => {
    place.asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (request.url === '/token' && place.forge) replaceIdToken(response, place.forge);
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: place.person, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email profile');
    const result = { login: { accountId: place.person }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  });
};

const replaceIdToken = (response: ServerResponse, forge: (idToken: string) => string): void => {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string) => {
    const answer = JSON.parse(body);
    const forged = JSON.stringify({ ...answer, id_token: forge(answer.id_token) });
    response.setHeader('content-length', Buffer.byteLength(forged));
    return end(forged);
  }) as typeof response.end;
};

/** Follows redirects with cookies, like a browser, until one leads to another site. */
const follow = async (start: string, site: string): Promise<string> => {
  const cookies = new Map<string, string>();
  for (let url = start, n = 0; n < 10; n += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`no way on from ${url}: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
    url = new URL(location, url).href;
    if (!url.startsWith(site)) return url;
  }
  throw new Error('redirected in circles');
};
