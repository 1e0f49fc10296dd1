import { Field, InputType, ObjectType } from 'type-graphql';
import { type QuietPolicy, type QuietSetting, type QuietWindow, type Weekday } from '../../ports/quiet-hours.js';
import { formatDelay } from '../../schedule/delay.js';
import { readWindowText } from '../../schedule/quiet-hours.js';
import { defineEnum } from '../../schema/define-enum.js';
import { DelayScalar } from '../../schema/scalars/scalars.js';
import type { QuietInput } from '../../services/rules/quiet-rules.js';

const WeekdayEnum = defineEnum('Weekday', 'A day of the week.', {
  MON: 'Monday.',
  TUE: 'Tuesday.',
  WED: 'Wednesday.',
  THU: 'Thursday.',
  FRI: 'Friday.',
  SAT: 'Saturday.',
  SUN: 'Sunday.',
} satisfies Record<Weekday, string>);

export const QuietPolicyEnum = defineEnum('QuietPolicy', 'What happens to messages that are due in quiet hours.', {
  HOLD: 'They wait until the quiet hours end.',
  DROP: 'They are dropped with the outcome QUIET.',
} satisfies Record<QuietPolicy, string>);

const UnknownZoneEnum = defineEnum('UnknownZone', 'How quiet hours treat devices that never reported a time zone.', {
  ACCOUNT_ZONE: 'By the time zone of the account.',
  SEND: 'They have no quiet hours, except for a window of their own.',
});

const DAYS = 'The days on which they start';
const RELEASE = 'Held messages are released over this time after the end';

@InputType({
  description: 'Quiet hours: the part of a day in which devices get no messages, by their own clock. Or `off` alone.',
})
export class QuietHoursInput implements QuietInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'True switches quiet hours off here and overrides the levels above.',
  })
  off?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Start as `HH:MM`. Required unless `off`.' })
  start?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'End as `HH:MM`, exclusive; on the next day unless it is later than `start`. Required unless `off`.',
  })
  end?: string | null;

  @Field(() => [WeekdayEnum], { nullable: true, description: `${DAYS}. Every day if omitted.` })
  days?: Weekday[] | null;

  @Field(() => QuietPolicyEnum, { nullable: true, description: 'HOLD if omitted.' })
  policy?: QuietPolicy | null;

  @Field(() => UnknownZoneEnum, { nullable: true, description: 'ACCOUNT_ZONE if omitted.' })
  unknownZone?: QuietInput['unknownZone'];

  @Field(() => DelayScalar, { nullable: true, description: `${RELEASE}, at most \`6h\`. \`10m\` if omitted.` })
  releaseOver?: string | null;
}

@ObjectType('QuietHours', {
  simpleResolvers: true,
  description: 'Quiet hours: the part of a day in which devices get no messages, by their own clock.',
})
export class QuietHoursType {
  @Field(() => Boolean, { description: 'True if quiet hours are switched off here; the other fields are null then.' })
  readonly off!: boolean;

  @Field(() => String, { nullable: true, description: 'Start as `HH:MM`.' })
  readonly start!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'End as `HH:MM`, exclusive; on the next day unless it is later than `start`.',
  })
  readonly end!: string | null;

  @Field(() => [WeekdayEnum], { nullable: true, description: `${DAYS}.` })
  readonly days!: readonly Weekday[] | null;

  @Field(() => QuietPolicyEnum, { nullable: true, description: 'What happens to messages that are due in them.' })
  readonly policy!: QuietPolicy | null;

  @Field(() => UnknownZoneEnum, { nullable: true, description: 'How devices without a known time zone are treated.' })
  readonly unknownZone!: string | null;

  @Field(() => DelayScalar, { nullable: true, description: `${RELEASE}; \`0m\`: at once.` })
  readonly releaseOver!: string | null;
}

export const toQuietHours = (setting: QuietSetting | null): QuietHoursType | null => {
  if (setting === null) return null;
  if (setting === 'OFF') return OFF;
  const { releaseOverSeconds, ...hours } = setting;
  return { off: false, ...hours, releaseOver: formatDelay(releaseOverSeconds * 1_000) };
};

const OFF: QuietHoursType = {
  off: true,
  start: null,
  end: null,
  days: null,
  policy: null,
  unknownZone: null,
  releaseOver: null,
};

@ObjectType('QuietWindow', {
  simpleResolvers: true,
  description: 'Quiet hours that a device reported for itself.',
})
export class QuietWindowType implements QuietWindow {
  @Field(() => String, { description: 'Start as `HH:MM`.' })
  readonly start!: string;

  @Field(() => String, { description: 'End as `HH:MM`, exclusive.' })
  readonly end!: string;

  @Field(() => [WeekdayEnum], { description: `${DAYS}.` })
  readonly days!: readonly Weekday[];
}

export const toWindow = (text: string | null): QuietWindowType | null => (text === null ? null : readWindowText(text));
