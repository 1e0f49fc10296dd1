import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { badInput } from '../../errors.js';
import type { CapPolicy, CapSubjectKind, CapWindow, FrequencyCap, FrequencyCaps } from '../../ports/frequency-caps.js';
import { formatDelay, parseDelay } from '../../schedule/delay.js';
import { defineEnum } from '../../schema/define-enum.js';
import { DelayScalar } from '../../schema/scalars/scalars.js';

const WindowEnum = defineEnum('FrequencyCapWindow', 'The messages that a cap counts together.', {
  ROLLING: 'Messages of the last hours or days, as `rolling` says.',
  CALENDAR_DAY: "Messages of the day, in the device's time zone, or the account's if it has none.",
  CALENDAR_WEEK: 'Messages of the week from Monday, in the same time zone.',
});
const SubjectEnum = defineEnum('FrequencyCapSubject', 'Whose messages a cap counts.', {
  USER: 'Messages to all devices of a user. A device without a user is counted alone.',
  DEVICE: 'Messages to one device.',
});
const PolicyEnum = defineEnum('FrequencyCapPolicy', 'What happens to a message that a cap refuses.', {
  DROP: 'It ends as `CAPPED`.',
  DEFER: 'It is held until every cap allows it, and ends as `CAPPED` if it would expire first.',
});

const SECOND_MS = 1_000;

const TEXTS = {
  max: 'Number of messages within the window: 1 to 100.',
  window: 'The messages that it counts together.',
  rolling: 'Length of a `ROLLING` window: `1m` to `30d`. Null for the other windows.',
  subject: 'Whose messages it counts.',
  categories: 'Keys of the categories that it counts; null for all messages, with or without a category.',
  minGap: 'Minimum time between two messages: `1m` to `30d`; null for no minimum.',
};

@ObjectType('FrequencyCap', {
  simpleResolvers: true,
  description: 'The most MARKETING messages that a user or device gets within a window.',
})
export class FrequencyCapType {
  @Field(() => Int, { description: TEXTS.max })
  readonly max!: number;

  @Field(() => WindowEnum, { description: TEXTS.window })
  readonly window!: CapWindow['kind'];

  @Field(() => DelayScalar, { nullable: true, description: TEXTS.rolling })
  readonly rolling!: string | null;

  @Field(() => SubjectEnum, { description: TEXTS.subject })
  readonly subject!: CapSubjectKind;

  @Field(() => [String], { nullable: true, description: TEXTS.categories })
  readonly categories!: readonly string[] | null;

  @Field(() => DelayScalar, { nullable: true, description: TEXTS.minGap })
  readonly minGap!: string | null;
}

@ObjectType('FrequencyCaps', { simpleResolvers: true, description: 'The frequency caps of an account.' })
export class FrequencyCapsType {
  @Field(() => PolicyEnum, { description: 'What happens to a message that a cap refuses.' })
  readonly onCapped!: CapPolicy;

  @Field(() => [FrequencyCapType], { description: 'All of them apply.' })
  readonly caps!: readonly FrequencyCapType[];
}

@InputType({ description: 'A frequency cap.' })
export class FrequencyCapInput {
  @Field(() => Int, { description: TEXTS.max })
  max!: number;

  @Field(() => WindowEnum, { description: TEXTS.window })
  window!: CapWindow['kind'];

  @Field(() => DelayScalar, { nullable: true, description: TEXTS.rolling })
  rolling?: string | null;

  @Field(() => SubjectEnum, { description: TEXTS.subject })
  subject!: CapSubjectKind;

  @Field(() => [String], { nullable: true, description: TEXTS.categories })
  categories?: string[] | null;

  @Field(() => DelayScalar, { nullable: true, description: TEXTS.minGap })
  minGap?: string | null;
}

@InputType({ description: 'The frequency caps of an account, which replace all earlier ones.' })
export class FrequencyCapsInput {
  @Field(() => PolicyEnum, { description: 'What happens to a message that a cap refuses.' })
  onCapped!: CapPolicy;

  @Field(() => [FrequencyCapInput], { description: 'At most 10. All of them apply.' })
  caps!: FrequencyCapInput[];
}

export const toCapType = ({ window, minGap, ...cap }: FrequencyCap): FrequencyCapType => ({
  ...cap,
  window: window.kind,
  rolling: window.kind === 'ROLLING' ? formatDelay(window.seconds * SECOND_MS) : null,
  minGap: minGap === null ? null : formatDelay(minGap * SECOND_MS),
});

/** @throws BAD_USER_INPUT if a length is missing, or belongs to no rolling window. */
export const toCaps = ({ onCapped, caps }: FrequencyCapsInput): FrequencyCaps => ({
  onCapped,
  caps: caps.map(({ max, window, rolling, subject, categories = null, minGap }, index) => ({
    ...{ max, window: toWindow(window, toSeconds(rolling, `caps[${index}].rolling`)), subject },
    categories: categories && [...new Set(categories)],
    minGap: toSeconds(minGap, `caps[${index}].minGap`),
  })),
});

const toSeconds = (delay: string | null | undefined, place: string): number | null => {
  if (delay === null || delay === undefined) return null;
  const ms = parseDelay(delay);
  if (ms !== null) return ms / SECOND_MS;
  const field = `frequency_caps.${place}`;
  throw badInput(field, `\`${field}\` must be between \`1m\` and \`30d\`, such as \`1d12h\`.`);
};

const toWindow = (kind: CapWindow['kind'], seconds: number | null): CapWindow => {
  if (kind !== 'ROLLING' && seconds !== null) {
    throw badInput('frequency_caps', '`rolling` must be omitted unless `window` is ROLLING.');
  }
  if (kind !== 'ROLLING') return { kind };
  if (seconds === null) throw badInput('frequency_caps', 'A ROLLING window needs `rolling`, such as `7d`.', 'REQUIRED');
  return { kind, seconds };
};
