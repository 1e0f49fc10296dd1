import type { MessageContent } from '../../ports/message-fields.js';
import type { FieldProblem } from '../definition.js';
import { isRecord } from '../exchange.js';
import {
  at,
  BOOLEAN,
  COUNT,
  LINK,
  OBJECT,
  oneOf,
  passthroughProblems,
  type RefusedPaths,
  TEXT,
  type ValueRules,
} from '../passthrough.js';

/** Keys of the notification's data that the service worker reads. */
export const OWN_KEYS: ReadonlySet<string> = new Set(['receipt', 'badge_increment']);

/** Members that the service worker writes into the data of what it shows. */
const WORKER_KEYS: ReadonlySet<string> = new Set([...OWN_KEYS, 'link', 'buttons']);

const FORM = 'The service decides whether the message is declarative. Remove this.';
const IDENTITY = 'The message has its own identity. Remove this, or set `collapseKey`.';
const HEADERS = 'The message has its own headers. Remove this, or set `collapseKey`, `timeToLive` or `urgency`.';
const RECEIPT = 'The message has its own receipt. Remove this.';

export const WEB_PUSH_FORBIDDEN: RefusedPaths = {
  web_push: FORM,
  mutable: FORM,
  tag: IDENTITY,
  receipt: RECEIPT,
  headers: HEADERS,
  topic: HEADERS,
  Topic: HEADERS,
  'notification.tag': IDENTITY,
  'notification.data.receipt': RECEIPT,
};

/** Lists what browsers cannot carry, and what passthrough may not change. */
export const webPushProblems = ({ data, passthrough }: MessageContent): readonly FieldProblem[] => {
  const ours = Object.keys(data ?? {}).filter((key) => WORKER_KEYS.has(key));
  const reason = 'The message already uses this key. Rename it.';
  const inData = ours.map((key) => ({ path: `data.${key}`, reason }));
  const webpush = passthrough?.webpush ?? {};
  return [
    ...inData,
    ...passthroughProblems('passthrough.webpush', webpush, { refused: WEB_PUSH_FORBIDDEN, values: VALUES }),
    ...notificationProblems(webpush.notification),
  ];
};

const VALUES: ValueRules = {
  ...at('', 'title body icon image', TEXT),
  ...at('', 'link', LINK),
  ...at('', 'app_badge', COUNT),
  ...at('', 'notification', OBJECT),
  ...at('notification', 'body lang icon image badge', TEXT),
  ...at('notification', 'navigate', LINK),
  ...at('notification', 'dir', oneOf('auto', 'ltr', 'rtl')),
  ...at('notification', 'silent requireInteraction renotify', BOOLEAN),
  ...at('notification', 'timestamp', COUNT),
};

/** Safari drops a declarative message for these (https://w3c.github.io/push-api/#declarative-push-message). */
const notificationProblems = (given: unknown): FieldProblem[] => {
  const { title = 'Title', actions = [] } = isRecord(given) ? given : {};
  const root = 'passthrough.webpush.notification';
  const isTitle = typeof title === 'string' && title.trim() !== '';
  const areActions = Array.isArray(actions) && actions.every(isAction);
  return [
    ...(isTitle ? [] : [{ path: `${root}.title`, reason: 'The title must be a non-empty string.' }]),
    ...(areActions
      ? []
      : [
          {
            path: `${root}.actions`,
            reason: 'Each entry needs the texts `action` and `title`, and its `navigate` must be an absolute URL.',
          },
        ]),
  ];
};

const isAction = (action: unknown): boolean =>
  isRecord(action) &&
  typeof action.action === 'string' &&
  typeof action.title === 'string' &&
  (action.navigate === undefined || LINK.accepts(action.navigate));
