import type { Static } from 'typebox';
import { badInput } from '../errors.js';
import { validateInput } from '../http/validate-input.js';
import type { DeviceInput, EventInput } from '../services/devices/device-input.js';
import { deviceSchema, type eventsSchema } from './sdk-schemas.js';

/** The SDK's names to ours; what is absent stays absent, so that an update keeps it. */
export const toDeviceInput = (body: Static<typeof deviceSchema>): DeviceInput => ({
  ...pick('token', body.token),
  ...pick('subscriptionId', body.subscription_id),
  ...pick('subscription', body.subscription && { endpoint: body.subscription.endpoint, ...body.subscription.keys }),
  ...pick('language', body.language),
  ...pick('country', body.country),
  ...pick('timezone', body.timezone),
  ...pick('externalUserId', body.external_user_id),
  ...pick('identityHash', body.identity_hash),
  ...pick('audiences', body.audiences),
  ...pick('platform', body.platform),
  ...pick('appVersion', body.app_version),
});

/** A line of an import: the body with which a device registers. @throws BAD_USER_INPUT */
export const readDeviceBody = (body: unknown): DeviceInput => toDeviceInput(validateInput(deviceSchema, body));

const pick = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

export const toEventInputs = ({ events }: Static<typeof eventsSchema>): EventInput[] =>
  events.map(({ code, id, occurred_at }, index) => ({
    code,
    id: id ?? null,
    occurredAt: occurred_at === undefined ? null : readInstant(`events[${index}].occurred_at`, occurred_at),
  }));

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const readInstant = (field: string, text: string): Date => {
  const date = RFC3339.test(text) ? new Date(text) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw badInput(field, `\`${field}\` must be an instant such as 2026-11-21T09:00:00Z.`);
};
