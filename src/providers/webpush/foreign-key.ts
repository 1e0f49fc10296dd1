import type { Advice } from '../advice.js';
import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

/** How reasons end that blame the subscription: whoever reads a reason that was stored knows it by this. */
export const FOREIGN_KEY = 'subscription was made with another VAPID key';
/** The application's own are at fault, whatever the push service. */
export const UNUSABLE_KEYS = 'VAPID keys are not usable';
const PERHAPS_FOREIGN_KEY = 'subscription was probably made with another VAPID key';

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

/** What to do about messages that were refused. */
export const WEB_PUSH_ADVICE: readonly Advice[] = [
  {
    code: 'FOREIGN_KEY',
    words: [FOREIGN_KEY, PERHAPS_FOREIGN_KEY],
    advice:
      "Let the browser subscribe again with the application's present key (`App.vapidKeyPublic`); the browser SDK does so by itself when its page is visited.",
  },
  {
    code: 'UNUSABLE_KEYS',
    words: [UNUSABLE_KEYS],
    advice: 'Make new keys for the application with `appVapidKeyRenew`.',
  },
  {
    code: 'SUBSCRIPTION_UNUSABLE',
    words: ['keys are not usable'],
    advice: 'Its own keys are of no use; let the browser subscribe again.',
  },
  {
    code: 'REFUSED',
    words: ['400 ', '401 ', '403 '],
    advice:
      'Try a device that subscribed with this application: if the same push service takes its message, this one was made with another VAPID key and must subscribe again; if not, the signature is at fault: look at the clock of this machine first.',
  },
  {
    code: 'NO_PUSH_SERVICE',
    words: ['its push service does not exist'],
    advice: 'The address of the subscription leads nowhere; let the browser subscribe again.',
  },
  { code: 'SUBSCRIPTION_ENDED', words: ['404 ', '410 '], advice: null },
];
