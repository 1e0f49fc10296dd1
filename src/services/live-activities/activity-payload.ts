import { badInput } from '../../errors.js';
import type { JsonObject } from '../../ports/field-values.js';

export const ACTIVITY_EVENTS = ['start', 'update', 'end'] as const;

/** A change of a Live Activity. */
export interface ActivityChange {
  readonly event: (typeof ACTIVITY_EVENTS)[number];
  /** The app's own name for it; for `start`, the type of its attributes in the app. */
  readonly activity: string;
  /** The content state that the app decodes. */
  readonly state: JsonObject;
  /** Only for `start`, which needs them. */
  readonly attributes: JsonObject | null;
  /** `start` needs one; null: the device shows the change without sound or light. */
  readonly alert: { readonly title: string; readonly text: string; readonly sound: string | null } | null;
  /** Epoch ms. From then on the app can mark what it shows as old. */
  readonly staleAt: number | null;
  /** Epoch ms; only for `end`. When the activity disappears; null: Apple's default, within four hours. */
  readonly dismissAt: number | null;
  /** Which activity the Dynamic Island shows; null: Apple's default. */
  readonly relevance: number | null;
}

/** Apple's limit. */
const MAX_BYTES = 4_096;

/**
 * Renders the payload that Apple documents under "Starting and updating Live Activities with ActivityKit push
 * notifications". @param now epoch ms @throws BAD_USER_INPUT if a part is missing, out of place or too large.
 */
export const renderActivity = (change: ActivityChange, now: number): string => {
  checkParts(change);
  const { event, activity, state, attributes, alert, staleAt, dismissAt, relevance } = change;
  const payload = JSON.stringify({
    aps: {
      timestamp: toSeconds(now),
      event,
      'content-state': state,
      ...(event === 'start' ? { 'attributes-type': activity, attributes } : {}),
      ...(alert === null ? {} : { alert: toAlert(alert) }),
      ...(staleAt === null ? {} : { 'stale-date': toSeconds(staleAt) }),
      ...(dismissAt === null ? {} : { 'dismissal-date': toSeconds(dismissAt) }),
      ...(relevance === null ? {} : { 'relevance-score': relevance }),
    },
  });
  const bytes = Buffer.byteLength(payload);
  if (bytes <= MAX_BYTES) return payload;
  throw badInput(
    'state',
    `Apple accepts at most ${MAX_BYTES} bytes, and this change has ${bytes}. Shorten \`state\`.`,
    'TOO_LONG',
  );
};

const checkParts = ({ event, attributes, alert, dismissAt, relevance }: ActivityChange): void => {
  const isStart = event === 'start';
  if (isStart && attributes === null) throw badInput('attributes', 'START needs `attributes`.', 'REQUIRED');
  if (!isStart && attributes !== null) throw badInput('attributes', 'Only START takes `attributes`.');
  if (isStart && alert === null) throw badInput('alert', 'START needs an `alert`, which Apple shows.', 'REQUIRED');
  if (event !== 'end' && dismissAt !== null) throw badInput('dismiss_at', 'Only END takes `dismissAt`.');
  if (relevance !== null && !(relevance >= 0 && relevance <= 100)) {
    throw badInput('relevance', '`relevance` must be between 0 and 100.');
  }
};

const toAlert = ({ title, text, sound }: NonNullable<ActivityChange['alert']>): object => ({
  title,
  body: text,
  ...(sound === null ? {} : { sound }),
});

const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
