import { Field, InputType, registerEnumType } from 'type-graphql';
import { App } from '../../entities/app.js';
import type { ProviderName } from '../../providers/sender.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { PushProviderEnum } from './app-types.js';

export const AppSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type AppSort = keyof typeof AppSortEnum;

registerEnumType(AppSortEnum, {
  name: 'AppSort',
  description: 'What applications can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const appListing: Listing<App, AppSort> = {
  name: 'app',
  entity: App,
  table: 'app',
  omit: ['credentials'],
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

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

@InputType({ description: 'How to sort applications. Equals are sorted by id.' })
export class AppOrderInput {
  @Field(() => AppSortEnum, { description: 'By what.' })
  field!: keyof typeof AppSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
