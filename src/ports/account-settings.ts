import type { FrequencyCaps } from './frequency-caps.js';

/** The settings of an account that a page of messages reads with its application. */
export interface AccountSettings {
  /** IANA name; null: UTC. */
  readonly timeZone: string | null;
  readonly frequencyCaps: FrequencyCaps | null;
}
