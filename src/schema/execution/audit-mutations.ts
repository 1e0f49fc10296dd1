import type { GraphQLSchema } from 'graphql';
import type { Change } from '../../services/audit/describe-change.js';
import type { GraphContext } from '../context.js';
import { parseGlobalId } from '../global-id.js';
import { idTypeOf } from '../node-registry.js';

/** Devices, events, users and messages, which keys send in large amounts. They are recorded only for members. */
const DATA = new Set([
  'liveActivitySend',
  'messageSend',
  'preferencesBulkUpdate',
  'preferencesUpdate',
  'registerDevices',
  'trackEvents',
  'userUpsert',
  'usersUpsert',
]);

/**
 * Records every mutation that changed something in the audit log. Doing it in one place covers new mutations, and uses
 * the whole payload, whichever fields the client selects.
 */
export const auditMutations = (schema: GraphQLSchema): void => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve } = field;
    if (!resolve) continue;
    field.resolve = async (source, args, context: GraphContext, info) => {
      context.beginChange();
      const doomed = await findDoomed(name, args, context);
      const payload: unknown = await resolve(source, args, context, info);
      const change = toChange(name, payload, doomed);
      if (change && (context.caller.member || !DATA.has(name))) context.noteChange(change);
      return payload;
    };
  }
};

/** The name of the object that a mutation is about to delete, which cannot be read afterwards. */
const findDoomed = async (
  action: string,
  args: unknown,
  { caller, services }: GraphContext,
): Promise<string | null> => {
  const globalId = DELETION.test(action) && isRecord(args) ? args.id : null;
  const node = typeof globalId === 'string' ? parseGlobalId(globalId) : null;
  return node && services.audit.nameOf({ userId: caller.userId, node });
};

const DELETION = /(?:Delete|Remove)$/;

/** @param doomed the name of the deleted object. @returns null if nothing changed */
const toChange = (action: string, payload: unknown, doomed: string | null): Change | null => {
  if (!isRecord(payload) || hasErrors(payload)) return null;
  if (Array.isArray(payload.results)) {
    const count = payload.results.filter((result) => isRecord(result) && !hasErrors(result)).length;
    return count === 0 ? null : { action, count };
  }
  const { deletedId } = payload;
  if (typeof deletedId === 'string') {
    const gone = parseGlobalId(deletedId);
    return { action, ...(gone ? { node: gone, name: doomed } : {}) };
  }
  for (const value of Object.values(payload)) {
    const type = isRecord(value) ? idTypeOf(value) : undefined;
    if (type && isRecord(value)) return { action, node: { type, id: Number(value.id) }, name: nameOf(value) };
  }
  return { action };
};

const hasErrors = ({ userErrors }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(userErrors) && userErrors.length > 0;

/** A category has no name of its own, but a key. */
const nameOf = ({ name, code }: Readonly<Record<string, unknown>>): string | null =>
  [name, code].find((text) => typeof text === 'string') ?? null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
