import { type TSchema, Type } from 'typebox';

export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const id = (description: string) => Type.String({ description, pattern: '^[1-9][0-9]*$' });
const idOrNull = (description: string) => orNull(Type.String({ pattern: '^[1-9][0-9]*$' }), description);

/** The event log adds these fields to every type that has them. */
export const APP = { app_id: id('The application: its id in REST, `databaseId` in the graph.') };
export const RUN = {
  run_id: id('The run.'),
  scheduler_id: idOrNull('The scheduler of the run; null: the message was sent at once, or the run was deleted.'),
};
export const DEVICE = {
  device_id: id('The device: its id in the device API, `databaseId` in the graph.'),
  external_user_id: orNull(
    Type.String(),
    'Your own id of the user; null: the device has none, or the user was erased.',
  ),
};
export const PUSH = { push_id: idOrNull('The push; null: the message was not a stored push.') };
export const VARIANT = {
  variant: orNull(
    Type.String(),
    'The number of the variant from 1; `control` or `holdout` for a user who got nothing, for comparison; `rollout` for a message after the decision; null: none.',
  ),
};
export const REASON = { reason: orNull(Type.String(), 'The reason, as a sentence.') };

export const DEVICE_EXAMPLE = { device_id: '4711', external_user_id: 'user-17' } as const;
export const RUN_EXAMPLE = { run_id: '310', scheduler_id: '12' } as const;
