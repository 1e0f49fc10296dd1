import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { Alert } from '../../entities/alert.js';
import type { AlertRule } from '../../entities/alert-rule.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { answerDeletion, DeletePayload, targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import type { AlertRuleInput as ServiceInput } from '../../services/alerts/alert-rule-service.js';
import { ALERT_KIND_DEFINITIONS } from '../../services/alerts/kinds/index.js';
import { isAdmin } from '../../services/caller.js';
import { AppType } from '../apps/app-types.js';
import { RunType } from '../runs/run-types.js';
import { AlertRuleInput, AlertRuleType, AlertType, alertListing, alertRuleListing } from './alert-types.js';

const RULES = defineMutations({
  type: 'AlertRule',
  noun: 'alert rule',
  field: 'alertRule',
  output: () => AlertRuleType,
});

@Resolver(() => AlertRuleType)
export class AlertRuleResolver {
  @Reads<AlertRule>('appId')
  @FieldResolver(() => AppType, { nullable: true, description: 'Watches only this application; null for all.' })
  app(@Root() { appId }: AlertRule, @Ctx() { loaders }: GraphContext) {
    return appId === null ? null : loaders.apps.load(appId);
  }

  @Reads<AlertRule>('recipients')
  @Costly(20)
  @FieldResolver(() => [String], {
    nullable: true,
    description:
      'E-mail addresses that get a message when an alert is raised or resolved. Null unless you are an admin.',
  })
  recipients(@Root() { recipients }: AlertRule, @Ctx() { caller }: GraphContext): readonly string[] | null {
    return isAdmin(caller) ? recipients : null;
  }

  @Mutation(() => RULES.Payload, {
    description:
      'Creates an alert rule, or replaces every field of the one with this id. Limited to 100 rules. Requires the role ADMIN.',
  })
  alertRuleUpsert(
    @Ctx() context: GraphContext,
    @Arg('input', () => AlertRuleInput, { description: 'The rule.' }) input: AlertRuleInput,
    @Arg('id', () => ID, { nullable: true, description: 'Global id of the rule to replace; omit to create one.' })
    id?: string | null,
    @IdempotencyKey() key?: string | null,
  ) {
    context.requireAdmin();
    const { services, caller } = context;
    return RULES.carryOut(context, () =>
      once(context, { key, request: ['alertRuleUpsert', id ?? null, input] }, async () => {
        if (!id) return (await services.alertRules.create(caller, toInput(input))).id;
        const number = targetId({ type: 'AlertRule', noun: 'alert rule', globalId: id });
        await services.alertRules.update(caller, number, toInput(input));
        return number;
      }),
    );
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes an alert rule with its alerts. Requires the role ADMIN. Irreversible.',
  })
  alertRuleDelete(@Ctx() context: GraphContext, @IdArg('alert rule') id: string): Promise<DeletePayload> {
    context.requireAdmin();
    const { services, caller } = context;
    const target = { type: 'AlertRule', noun: 'alert rule', globalId: id } as const;
    const names = { root: 'input', places: { id: 'id' } };
    return answerDeletion(context, { names, target, work: (number) => services.alertRules.delete(caller, number) });
  }
}

const toInput = ({ appId, share, minCount, minutes, recipients, ...input }: AlertRuleInput): ServiceInput => ({
  ...input,
  appId: appId ? requireDatabaseId('App', appId, 'application') : null,
  share: share ?? null,
  minCount: minCount ?? null,
  minutes: minutes ?? null,
  recipients: recipients ?? [],
});

addNodeQuery(AlertRuleResolver, 'alertRule', { type: 'AlertRule', noun: 'alert rule', output: () => AlertRuleType });

alertRuleListing.addQuery(AlertRuleResolver, 'alertRules', { description: 'Your alert rules.' });

@Resolver(() => AlertType)
export class AlertResolver {
  @Reads<Alert>('kind', 'facts')
  @FieldResolver(() => String, { description: 'What is wrong, as a sentence in English.' })
  message(@Root() { kind, facts }: Alert): string {
    return ALERT_KIND_DEFINITIONS[kind].describe(facts);
  }

  @Reads<Alert>('ruleId')
  @FieldResolver(() => AlertRuleType, { nullable: true, description: 'The rule that found it.' })
  rule(@Root() { ruleId }: Alert, @Ctx() { loaders }: GraphContext) {
    return loaders.alertRules.load(ruleId);
  }

  @Reads<Alert>('appId')
  @FieldResolver(() => AppType, { nullable: true, description: 'The application concerned; null if none.' })
  app(@Root() { appId }: Alert, @Ctx() { loaders }: GraphContext) {
    return appId === null ? null : loaders.apps.load(appId);
  }

  @Reads<Alert>('runId')
  @FieldResolver(() => RunType, { nullable: true, description: 'The run concerned; null if none.' })
  run(@Root() { runId }: Alert, @Ctx() { loaders }: GraphContext) {
    return runId === null ? null : loaders.runs.load(runId);
  }
}

addNodeQuery(AlertResolver, 'alert', { type: 'Alert', noun: 'alert', output: () => AlertType });

alertListing.addQuery(AlertResolver, 'alerts', {
  description: 'Your alerts, the latest first. Resolved ones are kept for 180 days.',
  orderBy: { field: 'ID', direction: 'DESC' },
});
