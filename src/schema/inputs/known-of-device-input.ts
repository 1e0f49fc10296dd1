import { Field, InputType } from 'type-graphql';

/** What can be known of a device, wherever it is told. */
@InputType()
export abstract class KnownOfDeviceInput {
  @Field(() => String, { nullable: true, description: 'BCP 47, such as pt-BR.' })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'The IANA name of its time zone.' })
  timeZone?: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id of its user.' })
  externalUserId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Its tags, in place of those that it had.' })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Such as android; up to you.' })
  platform?: string | null;

  @Field(() => String, { nullable: true, description: 'The version of your application on it.' })
  appVersion?: string | null;
}
