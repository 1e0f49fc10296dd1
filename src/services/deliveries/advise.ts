import type { App } from '../../entities/app.js';
import { blamesForeignKey } from '../../providers/webpush/foreign-key.js';

/** What to do about a message that did not go, where its reason says it. */
export const adviseOn = ({ pushProvider }: Pick<App, 'pushProvider'>, reason: string | null): string | null => {
  if (pushProvider !== 'webpush' || reason === null) return null;
  if (blamesForeignKey(reason)) return SUBSCRIBE_AGAIN;
  return IS_REFUSAL.test(reason) ? COMPARE : null;
};

const IS_REFUSAL = /^40[013] /;
const SUBSCRIBE_AGAIN =
  "Let the browser subscribe again with the application's present key (`App.vapidKeyPublic`); the browser SDK does so by itself when its page is visited.";
const COMPARE =
  'Try a device that subscribed with this application: if the same push service takes its message, this one was made with another VAPID key and must subscribe again; if not, the signature is at fault: look at the clock of this machine first.';
