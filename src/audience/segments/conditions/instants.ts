import type { Device } from '../../../entities/device.js';
import type { Condition } from '../../condition.js';
import type { SegmentCondition } from '../segment-condition.js';

/** Exactly one of these. Durations in milliseconds, instants in epoch ms. */
interface TimeRange {
  readonly within?: number;
  readonly before?: number;
  readonly after?: number;
}

interface Definition<Name extends string> {
  readonly name: Name;
  readonly input: string;
  readonly description: string;
  readonly column: 'd.seen_at' | 'd.registered_at';
  /** Completes the sentence "it was …". */
  readonly verb: string;
  of(device: Device): Date;
}

const time = <const Name extends string>({ name, input, description, column, verb, of }: Definition<Name>) =>
  ({
    name,
    description,
    input: {
      name: input,
      description: `${description} Exactly one field must be set.`,
      fields: {
        within: {
          kind: 'delay',
          isOptional: true,
          description: 'Within this time before now, such as `7d`; before the beginning of a run, if a run sends.',
        },
        before: { kind: 'instant', isOptional: true, description: 'Before this instant.' },
        after: { kind: 'instant', isOptional: true, description: 'At this instant or later.' },
      },
    },
    check: (value, { fault }) => {
      if (Object.keys(value).length === 1) return value;
      fault('', `\`${name}\` must have exactly one of \`within\`, \`before\` and \`after\`.`);
      return value;
    },
    cost: () => 1,
    compile: ({ within, before, after }, { at }): Condition =>
      before === undefined
        ? { sql: `${column} >= ?`, parameters: [after ?? at - (within ?? 0)] }
        : { sql: `${column} < ?`, parameters: [before] },
    shownValue: (_kept, device) => of(device).toISOString(),
    say: (_kept, device, holds) =>
      `it was ${verb} at ${of(device).toISOString()}, which is ${holds ? '' : 'not '}in the range`,
  }) as const satisfies SegmentCondition<TimeRange>;

export const lastActive = time({
  name: 'lastActive',
  input: 'SegmentLastActiveInput',
  description: 'When the SDK of the device was last active.',
  column: 'd.seen_at',
  verb: 'last active',
  of: (device) => device.seenAt,
});

export const registered = time({
  name: 'registered',
  input: 'SegmentRegisteredInput',
  description: 'When the device was registered.',
  column: 'd.registered_at',
  verb: 'registered',
  of: (device) => device.registeredAt,
});
