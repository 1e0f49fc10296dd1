import { hash } from 'node:crypto';

/** Where a user, or a device without one, lies from 0 to below 1. The same salt gives the same place. */
export const shareOfUnit = (salt: string, unit: string | number): number =>
  Number(hash('sha256', `${salt}\0${unit}`, 'buffer').readBigUInt64BE()) / 2 ** 64;
