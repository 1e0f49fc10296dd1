import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { badInput } from '../../errors.js';
import type { CapPolicy, CapSubjectKind, CapWindow, FrequencyCap, FrequencyCaps } from '../../ports/frequency-caps.js';

const WindowEnum = { ROLLING: 'ROLLING', CALENDAR_DAY: 'CALENDAR_DAY', CALENDAR_WEEK: 'CALENDAR_WEEK' } as const;
const SubjectEnum = { USER: 'USER', DEVICE: 'DEVICE' } as const;
const PolicyEnum = { DROP: 'DROP', DEFER: 'DEFER' } as const;

registerEnumType(WindowEnum, {
  name: 'FrequencyCapWindow',
  description: 'The messages that a cap counts together.',
  valuesConfig: {
    ROLLING: { description: 'Those of the last `rollingSeconds`.' },
    CALENDAR_DAY: { description: "Those of the day, in the device's time zone, or the account's if it has none." },
    CALENDAR_WEEK: { description: 'Those of the week from Monday, in the same time zone.' },
  },
});

registerEnumType(SubjectEnum, {
  name: 'FrequencyCapSubject',
  description: 'Whose messages a cap counts.',
  valuesConfig: {
    USER: { description: 'Those to all devices of a user. A device without a user is counted alone.' },
    DEVICE: { description: 'Those to one device.' },
  },
});

registerEnumType(PolicyEnum, {
  name: 'FrequencyCapPolicy',
  description: 'What happens to a message that a cap refuses.',
  valuesConfig: {
    DROP: { description: 'It ends as `CAPPED`.' },
    DEFER: { description: 'It is held until every cap allows it, and ends as `CAPPED` if it would expire first.' },
  },
});

const TEXTS = {
  max: 'Number of messages within the window: 1 to 100.',
  window: 'The messages that it counts together.',
  rollingSeconds: 'Length of a `ROLLING` window in seconds: 60 to 2,592,000 (30 days). Null for the other windows.',
  subject: 'Whose messages it counts.',
  categories: 'Keys of the categories that it counts; null: all, and messages without a category.',
  minGapSeconds: 'Seconds between two messages: 1 to 2,592,000; null: any.',
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

  @Field(() => Int, { nullable: true, description: TEXTS.rollingSeconds })
  readonly rollingSeconds!: number | null;

  @Field(() => SubjectEnum, { description: TEXTS.subject })
  readonly subject!: CapSubjectKind;

  @Field(() => [String], { nullable: true, description: TEXTS.categories })
  readonly categories!: readonly string[] | null;

  @Field(() => Int, { nullable: true, description: TEXTS.minGapSeconds })
  readonly minGapSeconds!: number | null;
}

@ObjectType('FrequencyCaps', { simpleResolvers: true, description: 'The frequency caps of an account.' })
export class FrequencyCapsType {
  @Field(() => PolicyEnum, { description: 'What happens to a message that a cap refuses.' })
  readonly onCapped!: CapPolicy;

  @Field(() => [FrequencyCapType], { description: 'All of them must hold.' })
  readonly caps!: readonly FrequencyCapType[];
}

@InputType({ description: 'A frequency cap.' })
export class FrequencyCapInput {
  @Field(() => Int, { description: TEXTS.max })
  max!: number;

  @Field(() => WindowEnum, { description: TEXTS.window })
  window!: CapWindow['kind'];

  @Field(() => Int, { nullable: true, description: TEXTS.rollingSeconds })
  rollingSeconds?: number | null;

  @Field(() => SubjectEnum, { description: TEXTS.subject })
  subject!: CapSubjectKind;

  @Field(() => [String], { nullable: true, description: TEXTS.categories })
  categories?: string[] | null;

  @Field(() => Int, { nullable: true, description: TEXTS.minGapSeconds })
  minGapSeconds?: number | null;
}

@InputType({ description: 'The frequency caps of an account, which replace all earlier ones.' })
export class FrequencyCapsInput {
  @Field(() => PolicyEnum, { description: 'What happens to a message that a cap refuses.' })
  onCapped!: CapPolicy;

  @Field(() => [FrequencyCapInput], { description: 'At most 10. All of them must hold.' })
  caps!: FrequencyCapInput[];
}

export const toCapType = ({ window, minGap, ...cap }: FrequencyCap): FrequencyCapType => ({
  ...cap,
  window: window.kind,
  rollingSeconds: window.kind === 'ROLLING' ? window.seconds : null,
  minGapSeconds: minGap,
});

/** @throws BAD_USER_INPUT if a length is missing, or belongs to no rolling window. */
export const toCaps = ({ onCapped, caps }: FrequencyCapsInput): FrequencyCaps => ({
  onCapped,
  caps: caps.map(({ max, window, rollingSeconds = null, subject, categories = null, minGapSeconds = null }) => ({
    ...{ max, window: toWindow(window, rollingSeconds), subject },
    categories: categories && [...new Set(categories)],
    minGap: minGapSeconds,
  })),
});

const toWindow = (kind: CapWindow['kind'], seconds: number | null): CapWindow => {
  if (kind !== 'ROLLING' && seconds !== null) {
    throw badInput('frequency_caps', '`rollingSeconds` must be omitted unless `window` is ROLLING.');
  }
  if (kind !== 'ROLLING') return { kind };
  if (seconds === null) throw badInput('frequency_caps', 'A ROLLING window needs `rollingSeconds`.', 'REQUIRED');
  return { kind, seconds };
};
