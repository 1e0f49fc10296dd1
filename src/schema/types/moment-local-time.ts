import { Field, ObjectType } from 'type-graphql';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import { ClockChangeEnum } from '../enums/clock-change-enum.js';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';

@ObjectType({ description: 'What clocks show at a moment, and which clocks.', simpleResolvers: true })
export class MomentLocalTime {
  @Field(() => String, { description: 'The local time that was asked for, `YYYY-MM-DDTHH:MM`.' })
  readonly local!: string;

  @Field(() => [TimeZoneScalar], { description: 'The zones whose local time comes at this moment, sorted.' })
  readonly zones!: readonly string[];

  @Field(() => ClockChangeEnum, { description: 'What a change of the clocks does with it.' })
  readonly clockChange!: ExplainedLocal['clockChange'];

  @Field(() => String, { nullable: true, description: 'One sentence where a change of the clocks touches it.' })
  readonly note!: string | null;
}
