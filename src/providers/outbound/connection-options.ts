import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { guardedLookup } from './guarded-lookup.js';

/** What every connection of a sender is made with. Certificates are always verified; there is no switch for it. */
export interface ConnectionOptions {
  readonly secureContext?: SecureContext;
  readonly lookup?: LookupFunction;
}

/** @param options.ca further authorities in PEM: they come on top of those that Node trusts. */
export function connectionOptions(options: { allowPrivate: boolean; ca?: string }): ConnectionOptions {
  return {
    // Without `ca` Node's own default also knows NODE_EXTRA_CA_CERTS.
    ...(options.ca === undefined ? {} : { secureContext: contextWith(options.ca) }),
    ...(options.allowPrivate ? {} : { lookup: guardedLookup() }),
  };
}

let last: { readonly ca: string; readonly context: SecureContext } | null = null;

/** Made once for a process, which has one such authority: parsing 140 roots takes longer than ten handshakes. */
const contextWith = (ca: string): SecureContext => {
  if (last?.ca !== ca) last = { ca, context: createSecureContext({ ca: [...rootCertificates, ca] }) };
  return last.context;
};
