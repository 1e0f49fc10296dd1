import type { ProviderAdvice } from '../advice.js';
import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

type Refusal = Pick<Unauthorised, 'code' | 'detail' | 'isNamed'>;

/** If our signature is good, RFC 8292, 4.2 leaves one meaning for 401 and 403. A 400 may have other causes. */
export const foreignKeyOutcome = ({ code, detail, isNamed }: Refusal): Outcome => {
  const isSure = isNamed || code !== 'BAD_REQUEST';
  return { kind: 'failed', code: isSure ? 'FOREIGN_KEY' : 'PERHAPS_FOREIGN_KEY', detail, isForeignKey: true };
};

/** Advice on the refusals of push services. */
export const WEB_PUSH_ADVICE: readonly ProviderAdvice[] = [
  {
    code: 'FOREIGN_KEY',
    of: ['FOREIGN_KEY', 'PERHAPS_FOREIGN_KEY', 'REPEATED_FOREIGN_KEY'],
    advice:
      "Have the browser subscribe again with the application's current key (`App.vapidKeyPublic`). The browser SDK does so automatically on the next visit.",
  },
  {
    code: 'UNUSABLE_KEYS',
    of: ['UNUSABLE_KEYS'],
    advice: 'Generate new keys for the application with `appVapidKeyRenew`.',
  },
  {
    code: 'SUBSCRIPTION_UNUSABLE',
    of: ['UNUSABLE_SUBSCRIPTION_KEYS'],
    advice: 'The keys of the subscription cannot be used. Have the browser subscribe again.',
  },
  {
    code: 'REFUSED',
    of: ['BAD_REQUEST', 'BAD_CREDENTIALS'],
    advice:
      "Try a device that subscribed with this application. If the same push service accepts its message, this device used another VAPID key and must subscribe again. If not, our signature is at fault: check the server's clock first.",
  },
  {
    code: 'NO_PUSH_SERVICE',
    of: ['NO_PUSH_SERVICE'],
    advice: 'The push service of the subscription does not exist. Have the browser subscribe again.',
  },
  {
    code: 'SILENT_REFUSED',
    of: ['SILENT_WEB_PUSH'],
    advice: 'Browsers revoke the permission of a site that shows nothing. Send silent pushes only to apps.',
  },
  { code: 'SUBSCRIPTION_ENDED', of: ['UNREGISTERED'], advice: null },
];
