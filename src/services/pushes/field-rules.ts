import type { Badge, Button, JsonObject, Passthrough, Sound } from '../../ports/field-values.js';
import type { FieldKind, FieldValues, MessageField } from '../../ports/message-fields.js';
import { parseDelay } from '../../schedule/delay.js';
import { isWithin } from '../../text/characters.js';
import { addressWithoutLiquid } from '../../text/liquid-markup.js';
import { checkHttpUrl, checkLink } from '../rules/text-rules.js';
import { codeOfText, type Violations } from '../rules/violations.js';

/** Where a value was given, and where to report what is wrong with it. */
interface Place {
  readonly violations: Violations;
  /** The path of the field in the input. */
  readonly path: string;
  readonly field: MessageField;
  /** The push is a template, whose addresses are judged without their outputs. */
  readonly isTemplate?: boolean;
}

/** Checks a value by the rule of its field's kind. @param value not null. */
export const checkField = (place: Place, value: unknown): void =>
  (RULES[place.field.kind] as (place: Place, value: unknown) => void)(place, value);

type Rules = { readonly [Kind in FieldKind]: (place: Place, value: FieldValues[Kind]) => void };

const RULES: Rules = {
  text: (place, text) => checkText(place, text),
  picture: ({ violations, path, isTemplate }, url) =>
    checkHttpUrl(violations, path, isTemplate ? addressWithoutLiquid(url) : url),
  link: ({ violations, path, isTemplate }, url) =>
    checkLink(violations, path, isTemplate ? addressWithoutLiquid(url) : url),
  delay: (place, text) => {
    const delayMs = parseDelay(text);
    const isDelay = text.length <= place.field.maxLength && delayMs !== null && delayMs <= MAX_TIME_TO_LIVE_MS;
    must(place, isDelay, 'must be 0m to 28d, such as "2h30m".');
  },
  choice: (place, value) => {
    const { choices = [] } = place.field;
    must(place, choices.includes(value), `must be one of ${choices.join(', ')}.`);
  },
  key: (place, key) =>
    must(
      place,
      key.length <= place.field.maxLength && /^[A-Za-z0-9_-]+$/.test(key),
      `must have 1 to ${place.field.maxLength} of A-Z, a-z, 0-9, _ and -.`,
    ),
  color: (place, color) => must(place, /^#[0-9a-f]{6}$/i.test(color), 'must be a color such as #1a2b3c.'),
  flag: (place, flag) => must(place, typeof flag === 'boolean', 'must be true or false.'),
  share: (place, share) => must(place, share >= 0 && share <= 1, 'must be 0 to 1.'),
  map: checkMap,
  sound: checkSound,
  badge: checkBadge,
  buttons: checkButtons,
  passthrough: checkPassthrough,
};

const MAX_TIME_TO_LIVE_MS = 28 * 24 * 60 * 60_000;

function must({ violations, path }: Place, holds: boolean, rule: string): void {
  violations.check(holds, path, `\`${path}\` ${rule}`);
}

function checkText({ violations, path, field: { maxLength } }: Place, text: string): void {
  violations.check(
    isText(text, maxLength),
    path,
    `\`${path}\` must have 1 to ${maxLength} characters.`,
    codeOfText(text, maxLength),
  );
}

const isText = (text: string, maxLength: number): boolean =>
  text.trim().length > 0 && isWithin(text, maxLength) && isStorable(text);

function checkMap(place: Place, map: Readonly<Record<string, unknown>>): void {
  const isMap = Object.entries(map).every(([key, text]) => key !== '' && typeof text === 'string');
  if (isMap) checkJson(place, map);
  else must(place, false, 'must have non-empty keys, and texts as its values.');
}

/** The scalar `JSONObject` limits the depth. */
function checkJson(place: Place, value: object): void {
  must(place, isStorableJson(value), 'must not contain NUL, half a surrogate pair or the key "__proto__".');
  checkBytes(place, value);
}

/** Databases reject half a surrogate pair in JSON; a copy of an object loses `__proto__`. */
const isStorableJson = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && key !== '__proto__' && isStorableJson(inner));
};

const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

function checkBytes({ violations, path, field: { maxLength } }: Place, value: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  const message = `\`${path}\` must have at most ${maxLength} bytes as JSON, and it has ${bytes}.`;
  violations.check(bytes <= maxLength, path, message, 'TOO_LARGE');
}

function checkSound(place: Place, { name, critical, volume }: Sound): void {
  checkText({ ...place, path: `${place.path}.name` }, name);
  const atVolume = { ...place, path: `${place.path}.volume` };
  must(atVolume, volume === null || (volume >= 0 && volume <= 1), 'must be 0 to 1.');
  must(atVolume, volume === null || critical, 'must be omitted unless the sound is critical.');
}

const MAX_BADGE = 99_999;

function checkBadge(place: Place, badge: Badge): void {
  const isGood =
    'set' in badge
      ? badge.set >= 0 && badge.set <= MAX_BADGE
      : badge.increment !== 0 && Math.abs(badge.increment) <= MAX_BADGE;
  must(place, isGood, `must set 0 to ${MAX_BADGE}, or increment by at most ${MAX_BADGE}.`);
}

function checkButtons(place: Place, buttons: readonly Button[]): void {
  const { violations, path, field } = place;
  violations.check(
    buttons.length <= field.maxLength,
    path,
    `\`${path}\` must have at most ${field.maxLength} entries.`,
    'TOO_MANY',
  );
  for (const [index, button] of buttons.entries()) checkButton(violations, `${path}[${index}]`, button);
  const ids = new Set(buttons.map(({ id }) => id));
  violations.check(ids.size === buttons.length, path, `\`${path}\` must not repeat an \`id\`.`, 'DUPLICATE');
}

const checkButton = (violations: Violations, path: string, { id, link, icon }: Button): void => {
  const isKey = /^[A-Za-z0-9_-]{1,32}$/.test(id);
  violations.check(isKey, `${path}.id`, `\`${path}.id\` must have 1 to 32 of A-Z, a-z, 0-9, _ and -.`);
  checkLink(violations, `${path}.link`, link);
  checkHttpUrl(violations, `${path}.icon`, icon);
};

function checkPassthrough(place: Place, { fcm, apns, webpush, onesignal }: Passthrough): void {
  checkJson(place, { fcm, apns, webpush, onesignal });
  const headers: JsonObject = apns?.headers ?? {};
  const areTexts = Object.values(headers).every((value) => typeof value === 'string');
  must({ ...place, path: `${place.path}.apns.headers` }, areTexts, 'must have texts as its values.');
}
