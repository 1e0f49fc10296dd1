import { Alert } from '../entities/alert.js';
import { AlertRule } from '../entities/alert-rule.js';
import { ApiKey } from '../entities/api-key.js';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { AttributeDefinition } from '../entities/attribute-definition.js';
import { AuditEntry } from '../entities/audit-entry.js';
import { Batch } from '../entities/batch.js';
import { CampaignDraft } from '../entities/campaign-draft.js';
import { Category } from '../entities/category.js';
import { CustomEvent } from '../entities/custom-event.js';
import { Device } from '../entities/device.js';
import { DeviceImport } from '../entities/device-import.js';
import { EndUser } from '../entities/end-user.js';
import { Erasure } from '../entities/erasure.js';
import { Media } from '../entities/media.js';
import { Member } from '../entities/member.js';
import { MemberSession } from '../entities/member-session.js';
import { MessageTemplate } from '../entities/message-template.js';
import { Push } from '../entities/push.js';
import { Run } from '../entities/run.js';
import { Scheduler, type SchedulerKind } from '../entities/scheduler.js';
import { Segment } from '../entities/segment.js';
import { Tag } from '../entities/tag.js';
import { TagGroup } from '../entities/tag-group.js';
import { UserAccount } from '../entities/user-account.js';
import { Webhook } from '../entities/webhook.js';
import { WebhookAttempt } from '../entities/webhook-message.js';
import { isAdmin } from '../services/caller.js';
import type { GraphContext } from './context.js';
import type { IdType } from './global-id.js';

interface NodeKind {
  readonly entity: new () => { id: number };
  /** The GraphQL types with ids of this kind. */
  readonly types: readonly string[];
  load(context: GraphContext, id: number): Promise<object | null>;
}

const SCHEDULER_TYPES = {
  'auto-push': 'AutoPushScheduler',
  'one-time': 'OneTimeScheduler',
  weekly: 'WeeklyScheduler',
} as const satisfies Record<SchedulerKind, string>;

/** The objects that `node` can fetch, by the type in the global id. */
export const NODE_KINDS = {
  Alert: { entity: Alert, types: ['Alert'], load: (context, id) => context.loaders.alerts.load(id) },
  AlertRule: { entity: AlertRule, types: ['AlertRule'], load: (context, id) => context.loaders.alertRules.load(id) },
  ApiKey: { entity: ApiKey, types: ['ApiKey'], load: (context, id) => context.loaders.apiKeys.load(id) },
  App: { entity: App, types: ['App'], load: (context, id) => context.loaders.apps.load(id) },
  AppGroup: { entity: AppGroup, types: ['AppGroup'], load: (context, id) => context.loaders.appGroups.load(id) },
  AttributeDefinition: {
    entity: AttributeDefinition,
    types: ['AttributeDefinition'],
    load: (context, id) => context.loaders.attributeDefinitions.load(id),
  },
  AuditEntry: {
    entity: AuditEntry,
    types: ['AuditEntry'],
    load: async (context, id) => (isAdmin(context.caller) ? context.loaders.auditEntries.load(id) : null),
  },
  Batch: { entity: Batch, types: ['Batch'], load: (context, id) => context.loaders.batches.load(id) },
  CampaignDraft: {
    entity: CampaignDraft,
    types: ['CampaignDraft'],
    load: (context, id) => context.loaders.drafts.load(id),
  },
  Category: { entity: Category, types: ['Category'], load: (context, id) => context.loaders.categories.load(id) },
  CustomEvent: {
    entity: CustomEvent,
    types: ['CustomEvent'],
    load: (context, id) => context.loaders.customEvents.load(id),
  },
  Device: { entity: Device, types: ['Device'], load: (context, id) => context.loaders.devices.load(id) },
  Media: { entity: Media, types: ['Media'], load: (context, id) => context.loaders.media.load(id) },
  Member: {
    entity: Member,
    types: ['Member'],
    load: async (context, id) => (maySee(context, id) ? context.loaders.members.load(id) : null),
  },
  DeviceImport: {
    entity: DeviceImport,
    types: ['DeviceImport'],
    load: (context, id) => context.loaders.deviceImports.load(id),
  },
  Erasure: { entity: Erasure, types: ['Erasure'], load: (context, id) => context.loaders.erasures.load(id) },
  EndUser: { entity: EndUser, types: ['EndUser'], load: (context, id) => context.loaders.endUsers.load(id) },
  MessageTemplate: {
    entity: MessageTemplate,
    types: ['MessageTemplate'],
    load: (context, id) => context.loaders.messageTemplates.load(id),
  },
  Push: { entity: Push, types: ['Push'], load: (context, id) => context.loaders.pushes.load(id) },
  Run: { entity: Run, types: ['Run'], load: (context, id) => context.loaders.runs.load(id) },
  Scheduler: {
    entity: Scheduler,
    types: Object.values(SCHEDULER_TYPES),
    load: (context, id) => context.loaders.schedulers.load(id),
  },
  Segment: { entity: Segment, types: ['Segment'], load: (context, id) => context.loaders.segments.load(id) },
  Session: {
    entity: MemberSession,
    types: ['Session'],
    load: async (context, id) => {
      const sessions = await context.loaders.ownSessions.load(context.caller);
      return sessions.find((session) => session.id === id) ?? null;
    },
  },
  Tag: { entity: Tag, types: ['Tag'], load: (context, id) => context.loaders.tags.load(id) },
  TagGroup: {
    entity: TagGroup,
    types: ['TagGroup'],
    load: (context, id) => context.loaders.tagGroups.load(id),
  },
  User: {
    entity: UserAccount,
    types: ['User'],
    load: (context, id) => context.loaders.users.load(id),
  },
  Webhook: { entity: Webhook, types: ['Webhook'], load: (context, id) => context.loaders.webhooks.load(id) },
  WebhookAttempt: {
    entity: WebhookAttempt,
    types: ['WebhookAttempt'],
    load: (context, id) => context.loaders.webhookAttempts.load(id),
  },
} as const satisfies { readonly [type in IdType]: NodeKind };

/** Admins see all members of the account; everybody else sees only themselves. */
const maySee = ({ caller }: GraphContext, memberId: number): boolean =>
  isAdmin(caller) || caller.member?.id === memberId;

/** Returns the type in the global id of a value; undefined for a value that is not a Node. */
export const idTypeOf = (value: object): IdType | undefined =>
  (Object.keys(NODE_KINDS) as IdType[]).find((type) => value instanceof NODE_KINDS[type].entity);

/** Loads an object by type and id; null for an unknown type, and for an object that the caller does not have. */
export const loadNode = async (context: GraphContext, type: string, id: number): Promise<object | null> => {
  const kinds: Readonly<Record<string, NodeKind | undefined>> = NODE_KINDS;
  return kinds[type]?.load(context, id) ?? null;
};

/** Returns the GraphQL type of a Node. */
export const nodeTypeOf = (value: object): string | undefined =>
  value instanceof Scheduler
    ? schedulerTypeOf(value)
    : Object.values<NodeKind>(NODE_KINDS).find(({ entity }) => value instanceof entity)?.types[0];

/** Returns the GraphQL type of a row of `scheduler`. */
export const schedulerTypeOf = ({ kind }: Pick<Scheduler, 'kind'>): string => SCHEDULER_TYPES[kind];
