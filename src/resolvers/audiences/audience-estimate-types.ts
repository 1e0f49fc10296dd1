import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FILTERS } from '../../audience/filters/index.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import type { StageName } from '../../services/audiences/audience-stages.js';
import { AppType } from '../apps/app-types.js';

const STEPS: readonly { readonly name: string; readonly value: StageName; readonly description: string }[] = [
  { name: 'REGISTERED', value: 'registered', description: 'Registered with one of the applications.' },
  {
    name: 'ACTIVE',
    value: 'active',
    description: 'Not retired, and heard of since their application was last archived.',
  },
  ...FILTERS.flatMap(({ name, step }) =>
    step.inEstimate === null ? [] : [{ name: step.name, value: name, description: step.inEstimate }],
  ),
];

const AudienceStepEnum = Object.fromEntries(STEPS.map(({ name, value }) => [name, value]));

registerEnumType(AudienceStepEnum, {
  name: 'AudienceStep',
  description: 'What devices must pass, one after the other; filters that are not used are left out.',
  valuesConfig: Object.fromEntries(STEPS.map(({ name, description }) => [name, { description }])),
});

@ObjectType({ description: 'How many devices one step leaves.', simpleResolvers: true })
export class AudienceEstimateStep {
  @Field(() => AudienceStepEnum, { description: 'What they had to pass.' })
  readonly step!: StageName;

  @Field(() => Int, { description: 'How many are left after it.' })
  readonly remaining!: number;

  @Field(() => Int, { description: 'How many it left out; 0 for the first step.' })
  readonly leftOut!: number;
}

@ObjectType({ description: 'How many devices of one application filters reach.', simpleResolvers: true })
export class AppAudienceEstimate {
  @Field(() => AppType, { description: 'The application.' })
  readonly app!: unknown;

  @Field(() => Boolean, { description: 'Every device was counted; else these are estimates.' })
  readonly exact!: boolean;

  @Field(() => Int, { description: 'How many devices are reached.' })
  readonly reached!: number;

  @Field(() => [AudienceEstimateStep], { description: 'Where the others fall out.' })
  readonly steps!: readonly AudienceEstimateStep[];
}

@ObjectType({
  description: 'How many devices filters reach now, and where the others fall out.',
  simpleResolvers: true,
})
export class AudienceEstimate {
  @Field(() => Boolean, {
    description:
      'Every device was counted. Else the first 200,000 were, and of the others a sample of 100,000: then the numbers are estimates.',
  })
  readonly exact!: boolean;

  @Field(() => Int, { description: 'How many devices were looked at for this.' })
  readonly examined!: number;

  @Field(() => Int, { description: 'How many devices are reached.' })
  readonly reached!: number;

  @Field(() => Int, { description: 'How many applications the filters leave.' })
  readonly appCount!: number;

  @Field(() => [AudienceEstimateStep], { description: 'Where the others fall out, over all applications.' })
  readonly steps!: readonly AudienceEstimateStep[];

  @Field(() => [AppAudienceEstimate], { description: 'The same by application: the 100 with most devices.' })
  readonly byApp!: readonly AppAudienceEstimate[];
}

@ObjectType({ description: 'The answer to a question about filters.', simpleResolvers: true })
export class AudienceEstimatePayload {
  @Field(() => AudienceEstimate, { nullable: true, description: 'What they reach; null if they break rules.' })
  readonly estimate!: AudienceEstimate | null;

  @Field(() => [UserError], { description: 'The rules that a scheduler with these filters would break.' })
  readonly userErrors!: readonly UserError[];
}
