import { type Static, type TSchema, Type } from 'typebox';
import { Id, nullable } from '../common-schemas.js';
import { FILTER_ANSWERS } from './scheduler-filters.js';
import { TimeSend } from './scheduler-schemas.js';

const zone = { local_time: Type.Boolean(), timezone: nullable(Type.String()) };

export const ConversionTiming = Type.Object({ delay: Type.String() });
export const OnesendTiming = Type.Object({ date: Type.String(), time: Type.String({ description: 'HH-MM' }), ...zone });
export const SmartweeklyTiming = Type.Object({ time_send: TimeSend, ...zone });
export type TimingAnswer =
  | Static<typeof ConversionTiming>
  | Static<typeof OnesendTiming>
  | Static<typeof SmartweeklyTiming>;

type Timing = { readonly properties: Record<string, TSchema> };

/** The answer of `get` has `archived`, and events as one string (docs/rules.md#scheduler-records). */
export const singleAnswer = (title: string, { properties }: Timing) =>
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      ...properties,
      ...FILTER_ANSWERS.single,
      archived: Type.Boolean(),
    },
    { title },
  );

/** An entry of a list has `status`, and events as lists. */
export const itemAnswer = (title: string, { properties }: Timing) =>
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      ...properties,
      ...FILTER_ANSWERS.item,
      status: Type.Boolean({ description: 'true if active.' }),
    },
    { title: `${title}Item` },
  );
