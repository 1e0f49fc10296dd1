import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of one of several reports.', simpleResolvers: true })
export class EventReportResult {
  @Field(() => Int, { description: 'Which of the reports, from 0.' })
  readonly index!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id of the device, of a user with several the one that was registered first; null if it was refused.',
  })
  readonly deviceId!: string | null;

  @Field(() => Device, {
    nullable: true,
    description: 'That device as it is now; null if it was refused, or has been deleted since.',
  })
  readonly device!: unknown;

  @Field(() => Int, { description: 'Events that count.' })
  readonly accepted!: number;

  @Field(() => Int, { description: 'Events that are inactive or came before.' })
  readonly ignored!: number;

  @Field(() => [UserError], { description: 'Why it was refused as a whole; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
