export interface DeclarativePush {
  readonly title: string;
  readonly navigate: string;
  readonly actions: readonly { readonly action: string; readonly title: string; readonly navigate: string }[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly appBadge: number | null;
  readonly mutable: boolean;
}

const DIRECTIONS: readonly unknown[] = ['auto', 'ltr', 'rtl'];
const TEXTS = ['body', 'lang', 'tag', 'icon', 'image', 'badge'] as const;
const FLAGS = ['silent', 'requireInteraction', 'renotify'] as const;

/**
 * Reads a message like Safari (https://w3c.github.io/push-api/#dfn-declarative-push-message-parser), but also refuses
 * members of the wrong type, which the standard ignores. @throws with the wrong member
 */
export const parseDeclarativePush = (bytes: Buffer): DeclarativePush => {
  const message = JSON.parse(bytes.toString()) as Json;
  must(message.web_push === 8030, 'web_push');
  const notification = toObject(message.notification, 'notification');
  const { title, navigate, actions = [], data = {}, dir = 'auto' } = notification;
  must(typeof title === 'string' && title !== '', 'title');
  must(isAbsolute(navigate), 'navigate');
  must(DIRECTIONS.includes(dir), 'dir');
  for (const name of TEXTS) must(['string', 'undefined'].includes(typeof notification[name]), name);
  for (const name of FLAGS) must(['boolean', 'undefined'].includes(typeof notification[name]), name);
  // https://notifications.spec.whatwg.org/#create-a-notification throws a TypeError for it.
  must(!notification.renotify || Boolean(notification.tag), 'renotify without a tag');
  must(Array.isArray(actions), 'actions');
  for (const action of actions as Json[]) {
    must(typeof action.action === 'string' && typeof action.title === 'string', 'actions');
    must(isAbsolute(action.navigate), 'actions.navigate');
  }
  const { app_badge: appBadge = null, mutable = false } = message;
  must(appBadge === null || (Number.isSafeInteger(appBadge) && (appBadge as number) >= 0), 'app_badge');
  must(typeof mutable === 'boolean', 'mutable');
  return { title, navigate, actions, data: toObject(data, 'data'), appBadge, mutable } as DeclarativePush;
};

type Json = Record<string, unknown>;

const must = (holds: boolean, member: string): void => {
  if (!holds) throw new Error(`not a declarative push message: ${member}`);
};

const toObject = (value: unknown, member: string): Json => {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), member);
  return value as Json;
};

/** The standard allows relative addresses, but the service does not know the worker's scope. */
const isAbsolute = (url: unknown): boolean => typeof url === 'string' && URL.canParse(url);
