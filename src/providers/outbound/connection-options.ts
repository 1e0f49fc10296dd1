import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { guardedLookup } from './guarded-lookup.js';

/** Options of every outgoing connection. Certificates are always verified. */
export interface ConnectionOptions {
  readonly secureContext?: SecureContext;
  readonly lookup?: LookupFunction;
}

/** @param options.ca authorities in PEM that are trusted in addition to Node's own. */
export function connectionOptions(options: { allowPrivate: boolean; ca?: string }): ConnectionOptions {
  return {
    // Without `ca`, Node's default also trusts NODE_EXTRA_CA_CERTS.
    ...(options.ca === undefined ? {} : { secureContext: contextWith(options.ca) }),
    ...(options.allowPrivate ? {} : { lookup: guardedLookup() }),
  };
}

let last: { readonly ca: string; readonly context: SecureContext } | null = null;

/** Cached, because parsing 140 root certificates takes longer than ten handshakes. */
const contextWith = (ca: string): SecureContext => {
  if (last?.ca !== ca) last = { ca, context: createSecureContext({ ca: [...rootCertificates, ca] }) };
  return last.context;
};
