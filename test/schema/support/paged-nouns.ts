import { randomUUID } from 'node:crypto';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { App } from '../../../src/entities/app.js';
import { AppGroup } from '../../../src/entities/app-group.js';
import { AttributeDefinition } from '../../../src/entities/attribute-definition.js';
import { AuditEntry } from '../../../src/entities/audit-entry.js';
import { CampaignDraft } from '../../../src/entities/campaign-draft.js';
import { Category } from '../../../src/entities/category.js';
import { CustomEvent, SYSTEM_EVENTS } from '../../../src/entities/custom-event.js';
import { Device } from '../../../src/entities/device.js';
import { DeviceImport } from '../../../src/entities/device-import.js';
import { EndUser } from '../../../src/entities/end-user.js';
import { Media } from '../../../src/entities/media.js';
import { Member } from '../../../src/entities/member.js';
import { MessageTemplate } from '../../../src/entities/message-template.js';
import { Push } from '../../../src/entities/push.js';
import { Run } from '../../../src/entities/run.js';
import { Scheduler } from '../../../src/entities/scheduler.js';
import { Segment } from '../../../src/entities/segment.js';
import { Tag } from '../../../src/entities/tag.js';
import { TagGroup } from '../../../src/entities/tag-group.js';
import { Webhook } from '../../../src/entities/webhook.js';

/** The list's sort value; null: it sorts by id alone. */
interface SortedBy {
  readonly property: string;
  /** Values come from a small set, so that many are equal. */
  readonly values: readonly unknown[];
}

export interface PagedNoun {
  /** The field of `Query`. */
  readonly field: string;
  readonly orderType: string;
  readonly entity: EntityTarget<ObjectLiteral>;
  readonly orders: { readonly [sort: string]: SortedBy | null };
  /** Creates a row; its sort value is set afterwards. */
  row(id: number, userId: number): ObjectLiteral;
  /** The field with the row's number if it is not `databaseId`. With `id`, the number is in the global id. */
  readonly numberField?: string;
  /** Creates data that a user needs first. */
  readonly parents?: { readonly entity: EntityTarget<ObjectLiteral>; rows(userId: number): ObjectLiteral[] };
  /** The number of rows in every user's list. */
  readonly common?: readonly number[];
}

const NOW = new Date(1_790_000_000_000);
/**
 * Values that only one of the databases considers equal: case, accents, trailing spaces, equal collation.
 */
const NAMES = ['', 'a', 'A', 'á', 'b', 'b ', "b'", 'ß', 'ss', '日本', '😀', '🚀', 'z'.repeat(255)];
const INSTANTS = [0, 1, 1_000, 1_790_000_000_000, 1_790_000_000_001].map((ms) => new Date(ms));

const byName: SortedBy = { property: 'name', values: NAMES };
const byInstant = (property: string): SortedBy => ({ property, values: INSTANTS });
const BY_TIMES = { CREATED_AT: byInstant('createdAt'), UPDATED_AT: byInstant('updatedAt') };
const TIMES = { createdAt: NOW, updatedAt: NOW };
const NO_FILTERS = { allApps: true, allCountries: false, allLanguages: false, allAudiences: false };
const NOT_CUT = { leftOut: 0, cutIndex: 0, cutId: 0, parts: null, audience: null, pushes: null };

const appRow = (id: number, userId: number): ObjectLiteral => ({
  ...{ id, userId, name: 'App', serviceId: randomUUID(), pushProvider: 'webpush', archived: false },
  ...{ credentialsComplete: true, credentialsVersion: 1, devicesActiveSince: NOW, ...TIMES },
  identityVerification: 'OFF',
});

/** Each user has two applications: devices are listed by application. */
const appIdOf = (userId: number, n: number): number => 1_000_000 + 2 * userId + (n % 2);

export const PAGED_NOUNS: readonly PagedNoun[] = [
  {
    field: 'apps',
    orderType: 'AppOrderInput',
    entity: App,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: appRow,
  },
  {
    field: 'appGroups',
    orderType: 'AppGroupOrderInput',
    entity: AppGroup,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: (id, userId) => ({ id, userId, name: 'Group', allApps: false, archived: false, ...TIMES }),
  },
  {
    field: 'pushes',
    orderType: 'PushOrderInput',
    entity: Push,
    orders: { ID: null, POSITION: { property: 'position', values: [0, 1, 2, 99_999] }, ...BY_TIMES },
    row: (id, userId) => ({ id, userId, defaultLang: 'en', status: 1, archived: false, position: 0, ...TIMES }),
  },
  {
    field: 'schedulers',
    orderType: 'SchedulerOrderInput',
    entity: Scheduler,
    orders: {
      ID: null,
      NAME: { property: 'nameFolded', values: NAMES },
      ACTIVE: { property: 'active', values: [false, true] },
      ...BY_TIMES,
    },
    row: (id, userId) => ({
      ...{ id, userId, kind: 'auto-push', name: 'Scheduler', nameFolded: 'scheduler' },
      ...{ active: false, archived: false, ...NO_FILTERS, ...TIMES },
    }),
  },
  {
    field: 'runs',
    orderType: 'RunOrderInput',
    entity: Run,
    orders: { ID: null, DUE_AT: byInstant('dueAt'), CREATED_AT: byInstant('createdAt') },
    // A scheduler has one run for each moment.
    row: (id, userId) => ({
      ...{ id, userId, schedulerId: id, kind: 'auto-push', status: 'running', dueAt: NOW, createdAt: NOW },
      ...NOT_CUT,
    }),
  },
  {
    field: 'customEvents',
    orderType: 'CustomEventOrderInput',
    entity: CustomEvent,
    // Codes are unique per user, so they cannot come from a small set.
    orders: { ID: null, NAME: byName, CODE: null },
    row: (id, userId) => ({
      ...{ id, userId, name: 'Event', code: `${id % 2 === 0 ? 'c' : 'C'}_${id}`, status: 1, ordinal: id },
      createdAt: NOW,
    }),
    common: SYSTEM_EVENTS.map(({ id }) => id),
  },
  {
    field: 'tags',
    orderType: 'TagOrderInput',
    entity: Tag,
    // A user's tag names are unique too.
    orders: { ID: null, NAME: null },
    row: (id, userId) => ({ id, userId, name: `${['tag', 'TAG', 'täg'][id % 3]} ${id}`, ordinal: id }),
  },
  {
    field: 'tagGroups',
    orderType: 'TagGroupOrderInput',
    entity: TagGroup,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: (id, userId) => ({ id, userId, name: 'Group', tags: [], ...TIMES }),
  },
  {
    field: 'devices',
    numberField: 'deviceId',
    orderType: 'DeviceOrderInput',
    entity: Device,
    orders: { ID: null, LAST_ACTIVE_AT: byInstant('seenAt') },
    parents: { entity: App, rows: (userId) => [0, 1].map((n) => appRow(appIdOf(userId, n), userId)) },
    row: (id, userId) => ({
      ...{ id, appId: appIdOf(userId, id), tokenHash: String(id), token: 'secret', tokenAt: NOW },
      ...{ active: true, hasTags: false, registeredAt: NOW, seenAt: NOW },
    }),
  },
  {
    field: 'drafts',
    numberField: 'id',
    orderType: 'CampaignDraftOrderInput',
    entity: CampaignDraft,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: (id, userId) => ({ id, userId, name: 'Draft', content: {}, version: 1, editor: null, ...TIMES }),
  },
  {
    field: 'categories',
    numberField: 'id',
    orderType: 'CategoryOrderInput',
    entity: Category,
    orders: { ID: null, KEY: null, ...BY_TIMES },
    row: (id, userId) => ({
      ...{ id, userId, code: `key-${id}`, names: [], descriptions: [], kind: 'MARKETING', defaultChoice: 'ON' },
      ...{ androidChannel: null, listed: true, ...TIMES },
    }),
  },
  {
    field: 'media',
    numberField: 'id',
    orderType: 'MediaOrderInput',
    entity: Media,
    orders: { ID: null, NAME: byName, CREATED_AT: byInstant('createdAt'), BYTES: null },
    row: (id, userId) => ({
      ...{ id, userId, hash: String(id).padStart(64, '0'), name: 'a.png', type: 'image/png' },
      ...{ bytes: id % 3, width: 1, height: 1, state: 'stored', createdAt: NOW },
    }),
  },
  {
    field: 'messageTemplates',
    numberField: 'id',
    orderType: 'MessageTemplateOrderInput',
    entity: MessageTemplate,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: (id, userId) => ({ id, userId, name: 'Template', content: {}, ...TIMES }),
  },
  {
    field: 'users',
    orderType: 'EndUserOrderInput',
    entity: EndUser,
    // Ids are unique within an account, so they cannot come from a small set.
    orders: { EXTERNAL_USER_ID: null, UPDATED_AT: byInstant('updatedAt') },
    row: (id, userId) => ({
      ...{ id, userId, externalUserId: `${['a', 'b_', 'ä', '😀'][id % 4]}${id}`, attributes: null },
      ...TIMES,
    }),
  },
  {
    field: 'attributeDefinitions',
    numberField: 'id',
    orderType: 'AttributeDefinitionOrderInput',
    entity: AttributeDefinition,
    orders: { KEY: null, CREATED_AT: byInstant('createdAt') },
    row: (id, userId) => ({
      ...{ id, userId, name: `${['a', 'b_', 'c'][id % 3]}${id}`, type: 'STRING', writableByDevice: false },
      createdAt: NOW,
    }),
  },
  {
    field: 'segments',
    numberField: 'databaseId',
    orderType: 'SegmentOrderInput',
    entity: Segment,
    orders: { ID: null, NAME: byName, ...BY_TIMES },
    row: (id, userId) => ({
      ...{ id, userId, name: 'Segment', description: '', cost: 1, ...TIMES },
      tree: { kind: 'condition', name: 'country', value: { in: ['DE'] } },
    }),
  },
  {
    field: 'webhooks',
    numberField: 'databaseId',
    orderType: 'WebhookOrderInput',
    entity: Webhook,
    orders: { ID: null, ...BY_TIMES },
    row: (id, userId) => ({
      ...{ id, userId, url: 'https://example.com/', description: '', types: [], appIds: [], mode: 'SINGLE' },
      ...{ state: 'ENABLED', secrets: 'x', position: 0, entry: 0, failures: 0, pausedUntil: new Date(0) },
      ...{ leaseUntil: new Date(0), ...TIMES },
    }),
  },
  {
    field: 'members',
    orderType: 'MemberOrderInput',
    entity: Member,
    // Addresses are unique within the service, so they cannot come from a small set.
    orders: { ID: null, NAME: byName, EMAIL: null, CREATED_AT: byInstant('createdAt') },
    row: (id, userId) => ({
      ...{ id, userId, name: 'Member', email: `${['a', 'b_', 'ä'][id % 3]}${id}@example.com`, role: 'VIEWER' },
      createdAt: NOW,
    }),
  },
  {
    field: 'deviceImports',
    orderType: 'DeviceImportOrderInput',
    entity: DeviceImport,
    orders: {
      ID: null,
      FILE_NAME: { property: 'fileName', values: NAMES },
      CREATED_AT: byInstant('createdAt'),
    },
    parents: { entity: App, rows: (userId) => [appRow(appIdOf(userId, 0), userId)] },
    row: (id, userId) => ({
      ...{
        id,
        userId,
        appId: appIdOf(userId, 0),
        fileName: 'devices.csv',
        format: 'csv',
        status: 'finished',
        hasFile: false,
      },
      ...{ done: 0, nextLine: 1, imported: 0, updated: 0, rejected: 0, rejectedBytes: 0, attempts: 0 },
      ...{ columnsTaken: [], sample: [], workedAt: NOW, createdAt: NOW, finishedAt: NOW },
    }),
  },
  {
    field: 'auditLog',
    numberField: 'id',
    orderType: 'AuditOrderInput',
    entity: AuditEntry,
    orders: { ID: null },
    row: (id, userId) => ({ id, userId, at: NOW, action: 'pushCreate', summary: 'Created a push.' }),
  },
];
