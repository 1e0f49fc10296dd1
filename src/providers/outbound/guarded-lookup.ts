import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './is-public-address.js';

/** The code of the error with which a connection to an address that is not public ends. */
export const NOT_PUBLIC = 'EADDRNOTPUBLIC';

type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for sockets that refuses names with any address that is not public. The socket connects to exactly what
 * was judged, so a name that resolves differently a moment later (DNS rebinding) changes nothing.
 */
export const guardedLookup = (resolve: Resolver = systemLookup): LookupFunction => toLookup(resolve, isPublicAddress);

/** @param isAllowed for each of a name's addresses. */
export const toLookup =
  (resolve: Resolver, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return done(error, '', 0);
      if (first === undefined || !addresses.every((entry) => isAllowed(entry.address)))
        return done(Object.assign(new Error('the address is not public'), { code: NOT_PUBLIC }), '', 0);
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
