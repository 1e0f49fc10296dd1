import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import type { EstimatedStep } from '../../services/audiences/audience-estimate-service.js';
import { AudienceEstimatePayload } from './audience-estimate-types.js';
import { AudienceInput, filterPlaces, toFilters } from './audience-inputs.js';

const MAX_APPS = 100;

@Resolver()
export class AudienceEstimateResolver {
  @Costly(2_000)
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
    externalIds?: string[] | null,
  ): Promise<AudienceEstimatePayload> {
    context.require('read');
    const { value, userErrors } = await settle(NAMES, () => {
      const filters = toFilters(audience);
      const input = { ...filters, filters: { ...filters.filters, external_ids: externalIds ?? null } };
      return context.services.audienceEstimate.estimate(context.caller, input, context.signal);
    });
    if (value === null) return { estimate: null, userErrors };
    const { exact, examined, steps, byApp } = value;
    const shown = byApp.slice(0, MAX_APPS).map((one) => ({
      app: () => context.loaders.apps.load(one.appId),
      exact: one.exact,
      ...toCounts(one.steps),
    }));
    return { estimate: { exact, examined, appCount: byApp.length, ...toCounts(steps), byApp: shown }, userErrors };
  }
}

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
