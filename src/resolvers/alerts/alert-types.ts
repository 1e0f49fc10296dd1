import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Alert, type AlertFacts } from '../../entities/alert.js';
import { type AlertKind, AlertRule } from '../../entities/alert-rule.js';
import { defineEnum } from '../../schema/define-enum.js';
import { Costly } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, isPresent } from '../../schema/paging/where-fields.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { ALERT_KIND_DEFINITIONS } from '../../services/alerts/kinds/index.js';

const KINDS = Object.values(ALERT_KIND_DEFINITIONS).map(({ name, description }) => [name, description]);

export const AlertKindEnum = defineEnum('AlertKind', 'What an alert rule watches.', Object.fromEntries(KINDS));

const SHARE = 'The smallest share of failures that raises an alert, above 0 to 1; only for RUN_FAILURES.';
const MIN_COUNT = 'Fewer messages raise no alert; only for RUN_FAILURES and NO_DELIVERIES.';
const MINUTES =
  'The period without deliveries (15 to 1,440), or how long a pause may last (0 to 1,440); null for RUN_FAILURES.';

/** Its values are rows of `alert_rule`. */
@ObjectType('AlertRule', {
  implements: Node,
  simpleResolvers: true,
  description: 'Watches runs or applications of the account every minute, and raises alerts.',
})
export class AlertRuleType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => AlertKindEnum, { description: 'What it watches.' })
  readonly kind!: AlertKind;

  @Field(() => String, { description: 'Name.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'If false, the rule raises no alerts, and its open alerts are resolved.' })
  readonly enabled!: boolean;

  @Field(() => Float, { nullable: true, description: SHARE })
  readonly share!: number | null;

  @Field(() => Int, { nullable: true, description: MIN_COUNT })
  readonly minCount!: number | null;

  @Field(() => Int, { nullable: true, description: MINUTES })
  readonly minutes!: number | null;

  @Field(() => DateTimeScalar, { description: 'When the rule was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the rule was last changed.' })
  readonly updatedAt!: Date;
}

/** Its values are rows of `alert`. */
@ObjectType('Alert', {
  implements: Node,
  simpleResolvers: true,
  description: 'A problem that a rule found. It is open until the problem is gone.',
})
export class AlertType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => AlertKindEnum, { description: 'The kind of its rule.' })
  readonly kind!: AlertKind;

  @Costly(20)
  @Field(() => JSONObjectScalar, {
    description: 'The numbers and names in `message`, for clients with their own wording.',
  })
  readonly facts!: AlertFacts;

  @Field(() => DateTimeScalar, { description: 'When it was raised.' })
  readonly raisedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was resolved; null while it is open.' })
  readonly resolvedAt!: Date | null;
}

@InputType({ description: 'An alert rule. An update replaces every field.' })
export class AlertRuleInput {
  @Field(() => AlertKindEnum, { description: 'What it watches.' })
  kind!: AlertKind;

  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether it raises alerts.' })
  enabled!: boolean;

  @Field(() => ID, { nullable: true, description: 'Watches only this application; omit for all.' })
  appId?: string | null;

  @Field(() => Float, { nullable: true, description: SHARE })
  share?: number | null;

  @Field(() => Int, { nullable: true, description: MIN_COUNT })
  minCount?: number | null;

  @Field(() => Int, { nullable: true, description: MINUTES })
  minutes?: number | null;

  @Field(() => [String], { nullable: true, description: 'Up to 10 e-mail addresses.' })
  recipients?: string[] | null;
}

export const alertRuleListing = defineListing({
  name: 'alert rule',
  noun: 'AlertRule',
  plural: 'alert rules',
  type: () => AlertRuleType,
  entity: AlertRule,
  table: 'alert_rule',
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: { kind: anyOf(AlertKindEnum, 'kind', 'Rules with any of these kinds.') },
});

export const alertListing = defineListing({
  name: 'alert',
  noun: 'Alert',
  plural: 'alerts',
  type: () => AlertType,
  entity: Alert,
  table: 'alert',
  key: [number('id')],
  sorts: { ID: BY_ID, RAISED_AT: { by: [number('raised_at')], description: 'When they were raised.' } },
  where: {
    isResolved: isPresent('resolved_at', 'True: only resolved alerts. False: only open ones.'),
    kind: anyOf(AlertKindEnum, 'kind', 'Alerts of any of these kinds.'),
  },
});
