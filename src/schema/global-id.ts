import { badInput, notFound } from '../errors.js';
import { clip } from '../text/characters.js';

/** The types that a global id can name. The three kinds of scheduler share one, since they share a table. */
export const ID_TYPES = [
  'ApiKey',
  'App',
  'AppGroup',
  'AuditEntry',
  'Batch',
  'CampaignDraft',
  'CustomEvent',
  'Device',
  'Member',
  'DeviceImport',
  'Push',
  'Run',
  'Scheduler',
  'Session',
  'Tag',
  'TagGroup',
  'User',
] as const;
export type IdType = (typeof ID_TYPES)[number];

export interface GlobalId {
  readonly type: IdType;
  readonly id: number;
}

/** Opaque to clients: `App:12` in base64url. */
export const toGlobalId = (type: IdType, id: number | string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

/** null for anything that `toGlobalId` did not make with a number. */
export const parseGlobalId = (globalId: string): GlobalId | null => {
  if (globalId.length > MAX_LENGTH || !/^[\w-]+$/.test(globalId)) return null;
  const [, name, digits] =
    /^([A-Za-z]+):([1-9]\d{0,15})$/.exec(Buffer.from(globalId, 'base64url').toString('latin1')) ?? [];
  const type = ID_TYPES.find((candidate) => candidate === name);
  const id = Number(digits);
  if (!type || !Number.isSafeInteger(id) || toGlobalId(type, id) !== globalId) return null;
  return { type, id };
};

/** The database id if the global id names this type; else null, as for what does not exist. */
export const databaseIdOf = (type: IdType, globalId: string): number | null => {
  const parsed = parseGlobalId(globalId);
  return parsed?.type === type ? parsed.id : null;
};

/** @throws NOT_FOUND for an id of another type or none at all: to the caller it names nothing. */
export const requireDatabaseId = (type: IdType, globalId: string, noun: string): number => {
  const id = databaseIdOf(type, globalId);
  if (id === null) throw notFound(noun);
  return id;
};

const MAX_LENGTH = 64;

/** A list of global ids as REST has it; null if there is none. @throws BAD_USER_INPUT for one of another kind. */
export const toIds = (type: IdType, field: string, ids: readonly string[] | null | undefined): number[] | null =>
  ids?.map((globalId, index) => {
    const id = databaseIdOf(type, globalId);
    if (id !== null) return id;
    throw badInput(
      `${field}[${index}]`,
      `\`${field}\` has "${clip(globalId, 64)}", which is no id of this kind.`,
      'NOT_FOUND',
    );
  }) ?? null;
