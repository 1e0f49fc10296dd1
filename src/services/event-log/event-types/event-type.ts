import type { Static, TObject } from 'typebox';

/** Everything that the feed, webhooks, sinks and the AsyncAPI document need of a type of event. */
export interface EventTypeDefinition<Name extends string = string, Data extends TObject = TObject> {
  /** `noun.verb` in the past tense. */
  readonly type: Name;
  /** A sentence for lists of types. */
  readonly summary: string;
  /** Its fields in their order. A field without a value is null. */
  readonly data: Data;
  readonly example: Static<Data>;
}

/** Checks the example against the fields. */
export const defineEventType = <const Name extends string, Data extends TObject>(
  definition: EventTypeDefinition<Name, Data>,
): EventTypeDefinition<Name, Data> => definition;
