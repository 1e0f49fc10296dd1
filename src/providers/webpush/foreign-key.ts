import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

/** How reasons end that blame the subscription: whoever reads a reason that was stored knows it by this. */
export const FOREIGN_KEY = 'subscription was made with another VAPID key';
/** The application's own are at fault, whatever the push service. */
export const UNUSABLE_KEYS = 'VAPID keys are not usable';
const PERHAPS_FOREIGN_KEY = 'subscription was probably made with another VAPID key';

export const blamesForeignKey = (reason: string): boolean =>
  reason.endsWith(FOREIGN_KEY) || reason.endsWith(PERHAPS_FOREIGN_KEY);

type Refusal = Pick<Unauthorised, 'reason' | 'isNamed'>;

/** What the push service says: its own words are left out. */
export const describeRefusal = ({ reason, isNamed }: Refusal): string =>
  isNamed ? `${reason}: ${FOREIGN_KEY}` : reason;

/** Where our signature is known to be good, RFC 8292, 4.2 leaves one meaning to 401 and 403; 400 may have others. */
export const foreignKeyOutcome = (refusal: Refusal): Outcome => {
  const isSure = refusal.isNamed || !refusal.reason.startsWith('400');
  return {
    kind: 'failed',
    reason: `${refusal.reason}: ${isSure ? FOREIGN_KEY : PERHAPS_FOREIGN_KEY}`,
    isForeignKey: true,
  };
};
