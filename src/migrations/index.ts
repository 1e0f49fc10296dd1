import { Initial1763600000000 } from './1763600000000-initial.js';

/** In order; a migration that has been released never changes. */
export const MIGRATIONS = [Initial1763600000000] as const;
