/** What a run keeps of its scheduler, so that later changes do not touch a run under way. */

export interface RunMomentPart {
  /** `YYYY-MM-DDTHH:MM`, wall clock. */
  readonly local: string;
  /** null: every device. */
  readonly zones: readonly string[] | null;
  /** Epoch ms as of which devices' zones are judged: the first instant, over all zones, of this local moment, or the activation. */
  readonly firstAt: number;
  /** Zones whose moment had passed when the scheduler was activated; on the first part of its first run alone. */
  readonly leftOutZones?: readonly string[];
}

/** Its applications, and each filter by name, as that keeps itself (`src/audience/filters`). */
export interface RunAudience {
  readonly appIds: readonly number[];
  readonly [filter: string]: unknown;
}

export interface RunPush {
  readonly id: number;
  readonly defaultLang: string;
  readonly translations: readonly RunTranslation[];
}

export interface RunTranslation {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly icon: string | null;
  readonly link: string | null;
}
