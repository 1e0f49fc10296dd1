import { hash } from 'node:crypto';

/** Places a user, or a device without one, between 0 and 1. The same salt always gives the same place. */
export const shareOfUnit = (salt: string, unit: string | number): number =>
  Number(hash('sha256', `${salt}\0${unit}`, 'buffer').readBigUInt64BE()) / 2 ** 64;
