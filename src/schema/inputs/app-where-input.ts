import { Field, InputType } from 'type-graphql';
import type { ProviderName } from '../../providers/sender.js';
import { PushProviderEnum } from '../enums/push-provider-enum.js';
import { compare, conditions, contains, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which applications; all conditions must hold.' })
export class AppWhereInput {
  @Field(() => Boolean, { nullable: true, description: 'Archived, or not; left out: both.' })
  archived?: boolean | null;

  @Field(() => [PushProviderEnum], { nullable: true, description: 'Of one of these providers.' })
  pushProvider?: ProviderName[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: AppWhereInput | null | undefined): Condition[] {
    return conditions(
      compare('archived', '=', where?.archived),
      isOneOf('push_provider', where?.pushProvider),
      contains('name', where?.nameContains),
    );
  }
}
