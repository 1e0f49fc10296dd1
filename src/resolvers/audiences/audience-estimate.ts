import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { FILTERS } from '../../audience/filters/index.js';
import { GraphContext } from '../../schema/context.js';
import { COUNT_OF_DEVICES, CostlyWhen } from '../../schema/limits/costly.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type {
  AudienceEstimate as Estimated,
  EstimatedStep,
} from '../../services/audiences/audience-estimate-service.js';
import type { StageName } from '../../services/audiences/audience-stages.js';
import { AppType } from '../apps/app-types.js';
import { AudienceInput, filterPlaces, toFilters } from './audience-inputs.js';

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

@ObjectType({ description: 'How many devices with one language filters reach.', simpleResolvers: true })
export class LanguageAudience {
  @Field(() => LanguageTagScalar, { nullable: true, description: 'The language as devices gave it; null: none.' })
  readonly language!: string | null;

  @Field(() => Int, { description: 'How many devices are reached.' })
  readonly deviceCount!: number;
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

  @Field(() => Int, {
    description:
      'How far `reached` may be from the truth: no further in 95 of 100 estimates. 0 where every device was counted.',
  })
  readonly marginOfError!: number;

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

  @Field(() => [LanguageAudience], {
    description: 'Of those that are reached, how many have which language: the 100 with most devices.',
  })
  readonly byLanguage!: readonly LanguageAudience[];
}

@ObjectType({ description: 'The answer to a question about filters.', simpleResolvers: true })
export class AudienceEstimatePayload {
  @Field(() => AudienceEstimate, { nullable: true, description: 'What they reach; null if they break rules.' })
  readonly estimate!: AudienceEstimate | null;

  @Field(() => [UserError], { description: 'The rules that a scheduler with these filters would break.' })
  readonly userErrors!: readonly UserError[];
}

/** An estimate costs as much as what it looks at; an operation may ask for one of every device. */
export const CostlyEstimate = CostlyWhen({ cost: COUNT_OF_DEVICES, argument: 'exact', more: 10_000 });

export const EXACT = {
  defaultValue: false,
  description: 'Count every device, however many there are: a million take about a second.',
} as const;

const MAX_APPS = 100;
const MAX_LANGUAGES = 100;

@Resolver()
export class AudienceEstimateResolver {
  @CostlyEstimate
  @Query(() => AudienceEstimatePayload, {
    description:
      'How many devices filters reach now, before a scheduler is made of them, and where the others fall out. Counts up to 200,000 devices one by one and takes a sample of the rest, which is then said.',
  })
  async audienceEstimate(
    @Ctx() context: GraphContext,
    @Arg('audience', () => AudienceInput, { description: 'The filters, as a scheduler would have them.' })
    audience: AudienceInput,
    @Arg('externalIds', () => [String], {
      nullable: true,
      description: 'Only these users, by your own ids of them, as a one-time scheduler may have it.',
    })
    externalIds: string[] | null | undefined,
    @Arg('exact', () => Boolean, EXACT)
    exact: boolean,
  ): Promise<AudienceEstimatePayload> {
    context.require('read');
    const { value, userErrors } = await settle(NAMES, () => {
      const filters = toFilters(audience);
      const input = { ...filters, filters: { ...filters.filters, external_ids: externalIds ?? null } };
      return context.services.audienceEstimate.estimate(context.caller, input, { signal: context.signal, exact });
    });
    if (value === null) return { estimate: null, userErrors };
    return { estimate: toEstimate(context, value), userErrors };
  }
}

export const toEstimate = (
  context: GraphContext,
  { exact, marginOfError, examined, steps, byApp, byLanguage }: Estimated,
): AudienceEstimate => ({
  exact,
  marginOfError,
  examined,
  appCount: byApp.length,
  ...toCounts(steps),
  byApp: byApp.slice(0, MAX_APPS).map((one) => ({
    app: () => context.loaders.apps.load(one.appId),
    exact: one.exact,
    ...toCounts(one.steps),
  })),
  byLanguage: byLanguage.slice(0, MAX_LANGUAGES),
});

const toCounts = (steps: readonly EstimatedStep[]) => ({
  reached: steps.at(-1)?.remaining ?? 0,
  steps: steps.map(({ step, remaining }, index) => ({
    step,
    remaining,
    leftOut: (steps[index - 1]?.remaining ?? remaining) - remaining,
  })),
});

/** As in a scheduler, but that the filters are an argument of their own. */
const NAMES: FieldNames = { root: 'audience', places: { ...filterPlaces('audience'), external_ids: 'externalIds' } };
