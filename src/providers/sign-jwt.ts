import { type KeyObject, sign } from 'node:crypto';

/** Returns a compact JWS (RFC 7515). Callers parse the key once, because parsing a PEM costs as much as signing. */
export function signJwt(token: { alg: 'ES256' | 'RS256'; header: object; claims: object; key: KeyObject }): string {
  const head = encode({ alg: token.alg, ...token.header });
  const input = `${head}.${encode(token.claims)}`;
  // JWS needs r and s concatenated; OpenSSL's default for ECDSA is DER.
  const key = token.alg === 'ES256' ? { key: token.key, dsaEncoding: 'ieee-p1363' as const } : token.key;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
