import type { FieldName, MessageContent } from './message-fields.js';

/** Text with places for the values of one device: `['Hello ', 0]` ends with the device's first value. */
export type SlottedText = readonly (string | number)[];

/** The part of a message that the devices of a page share. */
export interface Content extends MessageContent {
  /** The fields that differ by device; they replace the fields above. Absent: every device sees the same. */
  readonly slotted?: { readonly [Name in FieldName]?: Name extends 'buttonLabels' ? SlottedLabels : SlottedText };
}

/** The labels of all buttons by id. */
export type SlottedLabels = Readonly<Record<string, SlottedText>>;
