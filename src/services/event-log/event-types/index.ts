import { ALERT_EVENTS } from './alert.js';
import { APP_EVENTS } from './app.js';
import { CONVERSION_EVENTS } from './conversion.js';
import { DEVICE_EVENTS } from './device.js';
import type { EventTypeDefinition } from './event-type.js';
import { MESSAGE_EVENTS } from './message.js';
import { PREFERENCE_EVENTS } from './preference.js';
import { RECEIPT_EVENTS } from './receipt.js';
import { RUN_EVENTS } from './run.js';

/** Every type of event. The feed, webhooks, sinks and the AsyncAPI document iterate over this list. */
export const EVENT_TYPES = [
  ...MESSAGE_EVENTS,
  ...RECEIPT_EVENTS,
  ...RUN_EVENTS,
  ...DEVICE_EVENTS,
  ...APP_EVENTS,
  ...PREFERENCE_EVENTS,
  ...CONVERSION_EVENTS,
  ...ALERT_EVENTS,
] as const;

export type EventType = (typeof EVENT_TYPES)[number]['type'];

const BY_NAME: ReadonlyMap<string, EventTypeDefinition<EventType>> = new Map(
  EVENT_TYPES.map((definition) => [definition.type, definition]),
);

export const isEventType = (name: string): name is EventType => BY_NAME.has(name);

export const findEventType = (name: string): EventTypeDefinition<EventType> | undefined => BY_NAME.get(name);

const FIELDS: ReadonlyMap<EventType, readonly string[]> = new Map(
  EVENT_TYPES.map(({ type, data }) => [type, Object.keys(data.properties)]),
);

/** The names of the fields of `data`, in their order. */
export const fieldsOf = (type: EventType): readonly string[] => FIELDS.get(type) ?? [];
