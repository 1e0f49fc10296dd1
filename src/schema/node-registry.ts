import { ApiKey } from '../entities/api-key.js';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { AuditEntry } from '../entities/audit-entry.js';
import { Batch } from '../entities/batch.js';
import { CampaignDraft } from '../entities/campaign-draft.js';
import { CustomEvent } from '../entities/custom-event.js';
import { Device } from '../entities/device.js';
import { DeviceImport } from '../entities/device-import.js';
import { Member } from '../entities/member.js';
import { MemberSession } from '../entities/member-session.js';
import { Push } from '../entities/push.js';
import { Run } from '../entities/run.js';
import { Scheduler, type SchedulerKind } from '../entities/scheduler.js';
import { Tag } from '../entities/tag.js';
import { TagGroup } from '../entities/tag-group.js';
import { UserAccount } from '../entities/user-account.js';
import { isAdmin } from '../services/caller.js';
import type { GraphContext } from './context.js';
import type { IdType } from './global-id.js';

interface NodeKind {
  readonly entity: new () => { id: number };
  /** GraphQL types whose ids begin with this kind's name. */
  readonly types: readonly string[];
  load(context: GraphContext, id: number): Promise<object | null>;
}

const SCHEDULER_TYPES = {
  'auto-push': 'AutoPushScheduler',
  'one-time': 'OneTimeScheduler',
  weekly: 'WeeklyScheduler',
} as const satisfies Record<SchedulerKind, string>;

/** Everything that `node` can fetch, by the name in its global id. */
export const NODE_KINDS = {
  ApiKey: { entity: ApiKey, types: ['ApiKey'], load: (context, id) => context.loaders.apiKeys.load(id) },
  App: { entity: App, types: ['App'], load: (context, id) => context.loaders.apps.load(id) },
  AppGroup: { entity: AppGroup, types: ['AppGroup'], load: (context, id) => context.loaders.appGroups.load(id) },
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
  CustomEvent: {
    entity: CustomEvent,
    types: ['CustomEvent'],
    load: (context, id) => context.loaders.customEvents.load(id),
  },
  Device: { entity: Device, types: ['Device'], load: (context, id) => context.loaders.devices.load(id) },
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
  Push: { entity: Push, types: ['Push'], load: (context, id) => context.loaders.pushes.load(id) },
  Run: { entity: Run, types: ['Run'], load: (context, id) => context.loaders.runs.load(id) },
  Scheduler: {
    entity: Scheduler,
    types: Object.values(SCHEDULER_TYPES),
    load: (context, id) => context.loaders.schedulers.load(id),
  },
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
} as const satisfies { readonly [type in IdType]: NodeKind };

/** Admins see who else is in the account, everybody sees themselves. */
const maySee = ({ caller }: GraphContext, memberId: number): boolean =>
  isAdmin(caller) || caller.member?.id === memberId;

/** What the global id of a value begins with; undefined: it is no Node. */
export const idTypeOf = (value: object): IdType | undefined =>
  (Object.keys(NODE_KINDS) as IdType[]).find((type) => value instanceof NODE_KINDS[type].entity);

/** Anything by the type and the number of its global id; null for what the caller does not have, and for no type of ours. */
export const loadNode = async (context: GraphContext, type: string, id: number): Promise<object | null> => {
  const kinds: Readonly<Record<string, NodeKind | undefined>> = NODE_KINDS;
  return kinds[type]?.load(context, id) ?? null;
};

/** The GraphQL type of a value that is a Node. */
export const nodeTypeOf = (value: object): string | undefined =>
  value instanceof Scheduler
    ? schedulerTypeOf(value)
    : Object.values<NodeKind>(NODE_KINDS).find(({ entity }) => value instanceof entity)?.types[0];

/** Rows of `scheduler` are one of three types. */
export const schedulerTypeOf = ({ kind }: Pick<Scheduler, 'kind'>): string => SCHEDULER_TYPES[kind];
