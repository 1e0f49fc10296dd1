import { sign } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Agent, request } from 'undici';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: Record<string, unknown>;
}

/** A single connection for HTTP/2 requests; tests close it. */
export const openHttp2 = (url: string, ca: string) => {
  const session = connect(url, { ca });
  session.on('error', () => undefined);
  return {
    session,
    ask: (path: string, headers: Record<string, string>, body: unknown) => askHttp2(session, { path, headers, body }),
    close: () => session.destroy(),
  };
};

interface Ask {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const askHttp2 = (session: ClientHttp2Session, { path, headers, body }: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let answered: Record<string, unknown> = {};
    const chunks: Buffer[] = [];
    stream.on('response', (response) => {
      answered = response;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      if (answered[':status'] === undefined) reject(new Error(`no answer, reset ${stream.rstCode}`));
      const text = Buffer.concat(chunks).toString();
      resolve({ status: Number(answered[':status']), headers: answered, json: text === '' ? {} : JSON.parse(text) });
    });
    stream.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

/** One request over HTTP/1.1 that trusts the fakes' authority. */
export const askHttp1 = async (
  url: string,
  options: { ca: string; headers: Record<string, string>; body: string | Buffer },
): Promise<Answer> => {
  const dispatcher = new Agent({ connect: { ca: options.ca } });
  try {
    const { headers, body } = options;
    const response = await request(url, { method: 'POST', headers, body, dispatcher });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, json: text === '' ? {} : JSON.parse(text) };
  } finally {
    await dispatcher.close();
  }
};

/** A compact JWT; ES256 unless the header says RS256. */
export const makeJwt = (header: Record<string, unknown>, claims: Record<string, unknown>, pem: string): string => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: pem, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
};
