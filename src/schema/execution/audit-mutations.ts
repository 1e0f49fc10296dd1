import type { GraphQLSchema } from 'graphql';
import type { Change } from '../../services/audit/describe-change.js';
import type { GraphContext } from '../context.js';
import { parseGlobalId } from '../global-id.js';
import { idTypeOf } from '../node-registry.js';

/** What servers report in bulk about devices: data, of which keys send very much. A person who does it is noted. */
const DATA = new Set(['registerDevices', 'trackEvents']);

/**
 * Has every mutation leave an entry in the audit log, once it has changed something: in one place, so that none is
 * forgotten, and by its whole answer, whatever of it the client asks for.
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

/** The name of what a mutation is about to delete: nobody can look it up afterwards. */
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

/** @param doomed the name of what was deleted. @returns null: nothing was changed. */
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

const nameOf = ({ name }: Readonly<Record<string, unknown>>): string | null => (typeof name === 'string' ? name : null);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
