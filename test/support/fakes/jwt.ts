import { type KeyObject, verify } from 'node:crypto';
import { parseObject } from './exchange.js';

export interface ParsedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Checks the signature with the header's algorithm, ES256 or RS256. Anything else is false. */
  isSignedBy(publicKey: KeyObject): boolean;
}

/** The parts of a compact JWT, or null if the text is not one. */
export const parseJwt = (token: string): ParsedJwt | null => {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || ![head, body, signature].every(isBase64url)) return null;
  const header = parseObject(Buffer.from(head, 'base64url'));
  const claims = parseObject(Buffer.from(body, 'base64url'));
  if (header === null || claims === null) return null;
  return {
    header,
    claims,
    isSignedBy: (publicKey) => {
      const signed = Buffer.from(`${head}.${body}`);
      const bytes = Buffer.from(signature, 'base64url');
      if (header.alg === 'ES256') return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
      return header.alg === 'RS256' && verify('sha256', signed, publicKey, bytes);
    },
  };
};

const isBase64url = (text: string): boolean => /^[\w-]+$/.test(text);
