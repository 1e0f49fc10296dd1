import { badInput, notFound } from '../errors.js';
import { clip } from '../text/characters.js';

/** The types in global ids. The three kinds of schedulers share one, because they share a table. */
export const ID_TYPES = [
  'Alert',
  'AlertRule',
  'ApiKey',
  'App',
  'AppGroup',
  'AttributeDefinition',
  'AuditEntry',
  'Batch',
  'CampaignDraft',
  'Category',
  'CustomEvent',
  'Device',
  'Media',
  'Member',
  'DeviceImport',
  'Erasure',
  'EndUser',
  'MessageTemplate',
  'Push',
  'Run',
  'Scheduler',
  'Segment',
  'Session',
  'Tag',
  'TagGroup',
  'User',
  'Webhook',
  'WebhookAttempt',
] as const;
export type IdType = (typeof ID_TYPES)[number];

export interface GlobalId {
  readonly type: IdType;
  readonly id: number;
}

/** Encodes `App:12` in base64url. Opaque to clients. */
export const toGlobalId = (type: IdType, id: number | string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

/** Returns null for any text that is not a global id. */
export const parseGlobalId = (globalId: string): GlobalId | null => {
  if (globalId.length > MAX_LENGTH || !/^[\w-]+$/.test(globalId)) return null;
  const [, name, digits] =
    /^([A-Za-z]+):([1-9]\d{0,15})$/.exec(Buffer.from(globalId, 'base64url').toString('latin1')) ?? [];
  const type = ID_TYPES.find((candidate) => candidate === name);
  const id = Number(digits);
  if (!type || !Number.isSafeInteger(id) || toGlobalId(type, id) !== globalId) return null;
  return { type, id };
};

/** Returns the database id, or null for a global id of another type. */
export const databaseIdOf = (type: IdType, globalId: string): number | null => {
  const parsed = parseGlobalId(globalId);
  return parsed?.type === type ? parsed.id : null;
};

/** @throws NOT_FOUND for a global id of another type, and for malformed ones. */
export const requireDatabaseId = (type: IdType, globalId: string, noun: string): number => {
  const id = databaseIdOf(type, globalId);
  if (id === null) throw notFound(noun);
  return id;
};

/** The number that filters use for an id of another type. No row has it; 0 stands for a message that is no stored push. */
export const MATCHES_NOTHING = -1;

/** The number that a filter uses for an id; null without a filter. */
export const filterIdOf = (type: IdType, id: string | null | undefined): number | null =>
  id === null || id === undefined ? null : (databaseIdOf(type, id) ?? MATCHES_NOTHING);

const MAX_LENGTH = 64;

/** Converts global ids to database ids; null without a list. @throws BAD_USER_INPUT for an id of another type. */
export const toIds = (type: IdType, field: string, ids: readonly string[] | null | undefined): number[] | null =>
  ids?.map((globalId, index) => {
    const id = databaseIdOf(type, globalId);
    if (id !== null) return id;
    throw badInput(
      `${field}[${index}]`,
      `\`${field}\` takes \`${type}.id\`, not "${clip(globalId, 64)}".`,
      'NOT_FOUND',
    );
  }) ?? null;
