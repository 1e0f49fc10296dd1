import { hash } from 'node:crypto';

/** Places a user, or a device without one, between 0 and 1. The same salt always gives the same place. */
export const shareOfUnit = (salt: string, unit: string | number): number =>
  Number.parseInt(hash('sha256', `${salt}\0${unit}`, 'hex').slice(0, 16), 16) / 2 ** 64;
