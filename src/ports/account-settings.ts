import type { Holdout } from './experiment.js';
import type { FrequencyCaps } from './frequency-caps.js';
import type { QuietSetting } from './quiet-hours.js';

/** The settings of an account that hold for each of its messages. Every page reads them with its application. */
export interface AccountSettings {
  /** Canonical IANA name; null: UTC. */
  readonly timeZone: string | null;
  /** null: none. */
  readonly quietHours: QuietSetting | null;
  /** null: none. */
  readonly frequencyCaps: FrequencyCaps | null;
  /** null: nobody is held out. */
  readonly holdout: Holdout | null;
}
