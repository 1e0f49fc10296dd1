import { type Database, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { WebhookMode } from '../../entities/webhook.js';
import { checkUrl } from '../../providers/outbound/check-url.js';
import { MAX_URL } from '../../text/addresses.js';
import { isWithin } from '../../text/characters.js';
import { hidesText } from '../../text/safe-name.js';
import { isEventType } from '../event-log/event-types/index.js';
import { Violations } from '../rules/violations.js';

/** Absent parts stay in an update. */
export interface WebhookChanges {
  readonly url?: string;
  readonly description?: string;
  /** Empty: all. */
  readonly types?: readonly string[];
  /** Empty: all. */
  readonly appIds?: readonly number[];
  readonly mode?: WebhookMode;
  /** Whether requests carry `v1a` signatures too. */
  readonly asymmetric?: boolean;
}

export interface WebhookInput extends WebhookChanges {
  readonly url: string;
}

const MAX_DESCRIPTION = 255;
const MAX_APPS = 100;

interface Checked {
  readonly database: Database;
  readonly tx: Tx;
  readonly userId: number;
  readonly allowPrivate: boolean;
}

/** Returns the input as it is stored. @throws BAD_USER_INPUT with every broken rule. */
export const checkWebhook = async <Input extends WebhookChanges>(input: Input, checked: Checked): Promise<Input> => {
  const violations = new Violations();
  const { url, description = '', types = [], appIds = [] } = input;
  const stored = url === undefined ? undefined : checkAddress(violations, url, checked.allowPrivate);
  const isGood = isWithin(description, MAX_DESCRIPTION) && !hidesText(description);
  const message = `\`description\` must have at most ${MAX_DESCRIPTION} printable characters.`;
  violations.check(isGood, 'description', message, isWithin(description, MAX_DESCRIPTION) ? 'INVALID' : 'TOO_LONG');
  const unknown = types.find((type) => !isEventType(type));
  violations.check(unknown === undefined, 'types', `\`types\` contains "${unknown}", which is not an event type.`);
  await checkApps(violations, appIds, checked);
  violations.throwIfAny();
  return {
    ...input,
    ...(stored === undefined ? {} : { url: stored }),
    ...(input.types && { types: [...new Set(types)] }),
    ...(input.appIds && { appIds: [...new Set(appIds)] }),
  };
};

/** Names are checked again whenever a request is sent. */
const checkAddress = (violations: Violations, text: string, allowPrivate: boolean): string => {
  if (!isWithin(text, MAX_URL)) {
    violations.add('url', `\`url\` must have at most ${MAX_URL} characters.`, 'TOO_LONG');
    return text;
  }
  const checked = checkUrl(text, { allowPrivate });
  if (!checked.isAllowed) {
    const rule =
      '`url` must be an https URL of a public host, with port 443 or 8443 and without user name and password';
    violations.add('url', `${rule} (${checked.reason}).`);
    return text;
  }
  checked.url.hash = '';
  return checked.url.href;
};

const checkApps = async (violations: Violations, appIds: readonly number[], { tx, userId }: Checked): Promise<void> => {
  if (appIds.length === 0) return;
  if (appIds.length > MAX_APPS) {
    violations.add('app_ids', `\`app_ids\` must have at most ${MAX_APPS} entries.`, 'TOO_MANY');
    return;
  }
  const sql = `SELECT id FROM app WHERE user_id = ? AND id IN ${inList(appIds)}`;
  const found = await select<{ id: number }>(tx, sql, [userId, ...appIds]);
  const known = new Set(found.map(({ id }) => Number(id)));
  const isKnown = appIds.every((id) => known.has(id));
  violations.check(isKnown, 'app_ids', '`app_ids` contains an application that you do not have.', 'NOT_FOUND');
};
