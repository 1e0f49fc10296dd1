import { generate } from 'selfsigned';

/** All in PEM. Clients trust `ca` (NODE_EXTRA_CA_CERTS). `cert` and `key` are the server's. */
export interface Tls {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/**
 * Names in the certificate: loopback, and the real hosts for clients whose host is fixed (firebase-admin). A test
 * redirects that client's name lookup to loopback.
 */
const DNS_NAMES = [
  'localhost',
  'fcm.googleapis.com',
  'oauth2.googleapis.com',
  'api.push.apple.com',
  'api.onesignal.com',
] as const;
const ADDRESSES = ['127.0.0.1', '::1'] as const;

let made: Promise<Tls> | undefined;

/** A throwaway authority and a server certificate for loopback, made once per process. */
export const makeTls = (): Promise<Tls> => {
  made ??= generateTls();
  return made;
};

const generateTls = async (): Promise<Tls> => {
  const authority = await generate([{ name: 'commonName', value: 'pushgraph throwaway test CA' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...DNS_NAMES.map((value) => ({ type: 2 as const, value })),
          ...ADDRESSES.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { ca: authority.cert, cert: server.cert, key: server.private };
};
