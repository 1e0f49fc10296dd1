import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './is-public-address.js';

/** Error code of a connection to an address that is not public. */
export const NOT_PUBLIC = 'EADDRNOTPUBLIC';

type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A socket `lookup` that rejects names with any address that is not public. The socket connects to exactly the checked
 * addresses, which defeats DNS rebinding.
 */
export const guardedLookup = (resolve: Resolver = systemLookup): LookupFunction => toLookup(resolve, isPublicAddress);

/** @param isAllowed is called for each address of a name. */
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
