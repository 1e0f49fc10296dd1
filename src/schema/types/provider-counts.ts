import { Field, ObjectType } from 'type-graphql';
import type { ProviderName } from '../../providers/sender.js';
import { PushProviderEnum } from '../enums/push-provider-enum.js';
import { RunCounts } from './run-counts.js';

@ObjectType({ description: 'Messages of one provider in a run.', simpleResolvers: true })
export class ProviderCounts {
  @Field(() => PushProviderEnum, {
    nullable: true,
    description: 'The provider; null for messages of applications that have been deleted since.',
  })
  readonly provider!: ProviderName | null;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}
