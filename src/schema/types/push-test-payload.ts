import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { Push } from '../../entities/push.js';
import type { PushTestResult as ServiceResult } from '../../services/pushes/push-test-service.js';
import { PushTestOutcomeEnum } from '../enums/push-test-outcome-enum.js';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of a push that was sent to one device as a test.', simpleResolvers: true })
export class PushTestResult {
  @Field(() => PushTestOutcomeEnum, { description: 'What the provider said.' })
  readonly outcome!: ServiceResult['outcome'];

  @Field(() => String, { nullable: true, description: "The provider's answer, or ours; null if it took the message." })
  readonly reason!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What to do about it; null where nothing is to be done, or known.',
  })
  readonly advice!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own id of the message, if it gave one." })
  readonly providerMessageId!: string | null;

  @Field(() => ID, { description: 'Our id of the message, a UUID that the provider was told where it takes one.' })
  readonly messageId!: string;

  @Field(() => Int, { nullable: true, description: 'Seconds for which the provider asked to wait.' })
  readonly retryAfter!: number | null;

  @Field(() => LanguageTagScalar, { description: 'The language of the translation that was sent.' })
  readonly language!: string;

  @Field(() => Int, { description: 'How long the provider took, in milliseconds.' })
  readonly tookMs!: number;

  @Field(() => Device, { nullable: true, description: 'The device as it is now.' })
  readonly device!: unknown;

  @Field(() => Push, { nullable: true, description: 'The push.' })
  readonly push!: unknown;
}

@ObjectType({ description: 'The answer to a test of a push.', simpleResolvers: true })
export class PushTestPayload {
  @Field(() => PushTestResult, { nullable: true, description: 'What became of it; null if nothing was sent.' })
  readonly result!: PushTestResult | null;

  @Field(() => [UserError], { description: 'The rules that were broken; then nothing was sent.' })
  readonly userErrors!: readonly UserError[];
}
