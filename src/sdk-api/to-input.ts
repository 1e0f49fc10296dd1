import type { Static } from 'typebox';
import { badInput } from '../errors.js';
import { validateInput } from '../http/validate-input.js';
import { WEEKDAYS } from '../ports/quiet-hours.js';
import { toWindowText } from '../schedule/quiet-hours.js';
import type { DeviceInput, EventInput } from '../services/devices/device-input.js';
import { deviceSchema, type eventsSchema } from './sdk-schemas.js';

/** Translates the SDK's names to ours. Absent members stay absent, so that an update keeps their values. */
export const toDeviceInput = (body: Static<typeof deviceSchema>): DeviceInput => {
  const input: { -readonly [Field in keyof DeviceInput]: DeviceInput[Field] } = {};
  // Assigns one by one: files have millions of lines, and an object per member took most of the time.
  if (body.token !== undefined) input.token = body.token;
  if (body.subscription_id !== undefined) input.subscriptionId = body.subscription_id;
  if (body.subscription) input.subscription = { endpoint: body.subscription.endpoint, ...body.subscription.keys };
  if (body.language !== undefined) input.language = body.language;
  if (body.country !== undefined) input.country = body.country;
  if (body.timezone !== undefined) input.timezone = body.timezone;
  if (body.external_user_id !== undefined) input.externalUserId = body.external_user_id;
  if (body.identity_hash !== undefined) input.identityHash = body.identity_hash;
  if (body.audiences !== undefined) input.audiences = body.audiences;
  if (body.attributes !== undefined) input.attributes = body.attributes;
  if (body.platform !== undefined) input.platform = body.platform;
  if (body.app_version !== undefined) input.appVersion = body.app_version;
  if (body.quiet_hours !== undefined) input.quietHours = toText(body.quiet_hours);
  return input;
};

const toText = (hours: NonNullable<Static<typeof deviceSchema>['quiet_hours']> | null): string | null =>
  hours === null ? null : toWindowText({ ...hours, days: hours.days ?? WEEKDAYS });

/** Reads an import line: the body with which a device registers. @throws BAD_USER_INPUT */
export const readDeviceBody = (body: unknown): DeviceInput => toDeviceInput(validateInput(deviceSchema, body));

export const toEventInputs = ({ events }: Static<typeof eventsSchema>): EventInput[] =>
  events.map(({ code, id, occurred_at, data }, index) => ({
    code,
    id: id ?? null,
    occurredAt: occurred_at === undefined ? null : readInstant(`events[${index}].occurred_at`, occurred_at),
    data: data ?? null,
  }));

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const readInstant = (field: string, text: string): Date => {
  const date = RFC3339.test(text) ? new Date(text) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw badInput(field, `\`${field}\` must be an instant such as 2026-11-21T09:00:00Z.`);
};
