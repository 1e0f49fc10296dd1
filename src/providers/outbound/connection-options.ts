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
    // Made once: parsing 140 roots takes longer than a handshake. Without `ca` Node's own default also knows NODE_EXTRA_CA_CERTS.
    ...(options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...rootCertificates, options.ca] }) }),
    ...(options.allowPrivate ? {} : { lookup: guardedLookup() }),
  };
}
