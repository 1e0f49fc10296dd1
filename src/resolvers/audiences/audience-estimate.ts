import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { FILTERS } from '../../audience/filters/index.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
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

const AudienceStepEnum = defineMappedEnum(
  'AudienceStep',
  'A step of an estimate. Devices pass the steps in order; unused filters have none.',
  {
    REGISTERED: ['registered', 'Devices of the selected applications.'],
    ACTIVE: ['active', 'Active devices: not retired, and active since their application was last archived.'],
    ...Object.fromEntries(
      FILTERS.flatMap(({ name, step }) =>
        step.inEstimate === null ? [] : [[step.name, [name, step.inEstimate] as const]],
      ),
    ),
  },
) satisfies Readonly<Record<string, StageName>>;

@ObjectType({ description: 'The number of devices that pass one step.', simpleResolvers: true })
export class AudienceEstimateStep {
  @Field(() => AudienceStepEnum, { description: 'The step.' })
  readonly step!: StageName;

  @Field(() => Int, { description: 'Number of devices that pass it.' })
  readonly remaining!: number;

  @Field(() => Int, { description: 'Number of devices that it excludes; 0 for the first step.' })
  readonly leftOut!: number;
}

@ObjectType({ description: 'The number of devices that filters reach in one application.', simpleResolvers: true })
export class AppAudienceEstimate {
  @Field(() => AppType, { description: 'The application.' })
  readonly app!: unknown;

  @Field(() => Boolean, { description: 'True if every device was counted; otherwise the numbers are estimates.' })
  readonly exact!: boolean;

  @Field(() => Int, { description: 'Number of devices reached.' })
  readonly reached!: number;

  @Field(() => [AudienceEstimateStep], { description: 'The devices that each step excludes.' })
  readonly steps!: readonly AudienceEstimateStep[];
}

@ObjectType({ description: 'The number of devices that filters reach in one language.', simpleResolvers: true })
export class LanguageAudience {
  @Field(() => LanguageTagScalar, {
    nullable: true,
    description: 'Language as reported by the devices; null if unknown.',
  })
  readonly language!: string | null;

  @Field(() => Int, { description: 'Number of devices reached.' })
  readonly deviceCount!: number;
}

@ObjectType({
  description: 'The number of devices that filters reach now, and the devices that each step excludes.',
  simpleResolvers: true,
})
export class AudienceEstimate {
  @Field(() => Boolean, {
    description:
      'True if every device was counted. Otherwise the numbers are estimates: the first 200,000 devices were counted, and 100,000 of the others sampled.',
  })
  readonly exact!: boolean;

  @Field(() => Int, {
    description: 'Margin of error of `reached`, at 95 % confidence. 0 if every device was counted.',
  })
  readonly marginOfError!: number;

  @Field(() => Int, { description: 'Number of devices examined.' })
  readonly examined!: number;

  @Field(() => Int, { description: 'Number of devices reached.' })
  readonly reached!: number;

  @Field(() => Int, { description: 'Number of applications that the filters leave.' })
  readonly appCount!: number;

  @Field(() => [AudienceEstimateStep], { description: 'The devices that each step excludes, over all applications.' })
  readonly steps!: readonly AudienceEstimateStep[];

  @Field(() => [AppAudienceEstimate], { description: 'Estimates by application, for the 100 with the most devices.' })
  readonly byApp!: readonly AppAudienceEstimate[];

  @Field(() => [LanguageAudience], {
    description: 'Reached devices by language, for the 100 languages with the most devices.',
  })
  readonly byLanguage!: readonly LanguageAudience[];
}

@ObjectType({ description: 'The result of an estimate.', simpleResolvers: true })
export class AudienceEstimatePayload {
  @Field(() => AudienceEstimate, { nullable: true, description: 'The estimate; null if the filters break rules.' })
  readonly estimate!: AudienceEstimate | null;

  @Field(() => [UserError], { description: 'The rules that a scheduler with these filters would break.' })
  readonly userErrors!: readonly UserError[];
}

/** An estimate is priced by the devices that it examines; one operation may request one exact count. */
export const CostlyEstimate = CostlyWhen({ cost: COUNT_OF_DEVICES, argument: 'exact', more: 10_000 });

export const EXACT = {
  defaultValue: false,
  description: 'Counts every device; a million take about one second.',
} as const;

const MAX_APPS = 100;
const MAX_LANGUAGES = 100;

@Resolver()
export class AudienceEstimateResolver {
  @CostlyEstimate
  @Query(() => AudienceEstimatePayload, {
    description:
      'Estimates how many devices filters reach now, without creating a scheduler. Up to 200,000 devices are counted; the others are sampled, and `exact` is then false.',
  })
  async audienceEstimate(
    @Ctx() context: GraphContext,
    @Arg('audience', () => AudienceInput, { description: 'The filters, as in a scheduler.' })
    audience: AudienceInput,
    @Arg('externalIds', () => [String], {
      nullable: true,
      description: 'Your own ids for users to limit the audience to, as in a one-time scheduler.',
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

/** The filters are an argument of their own here, unlike in a scheduler. */
const NAMES: FieldNames = { root: 'audience', places: { ...filterPlaces('audience'), external_ids: 'externalIds' } };
