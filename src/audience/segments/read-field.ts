import { assertNever } from '../../errors.js';
import { clip, describeText, isPlainText } from '../../text/characters.js';
import type { EntryKind } from '../entries.js';
import { MAX_VALUES } from './bounds.js';
import type { ConditionCheck, ConditionField } from './segment-condition.js';

/** Parsers that the layers above provide. */
export interface FieldDeps {
  /** The canonical name of an IANA time zone; null: the text names no zone. */
  canonicalZone(name: string): string | null;
  /** Milliseconds of a delay such as `7d`; null: it is malformed. */
  delayMs(text: string): number | null;
}

type Tools = FieldDeps & Pick<ConditionCheck, 'fault' | 'manager' | 'userId'>;

/** The stored form of a field; null if it is absent or at fault. */
export const readField = async (
  name: string,
  field: ConditionField,
  given: unknown,
  tools: Tools,
): Promise<unknown> => {
  if (given === null || given === undefined) {
    if (!field.isOptional) tools.fault(name, `\`${name}\` is required.`, 'REQUIRED');
    return null;
  }
  const refuse = (form: string): null => {
    tools.fault(name, `\`${name}\` must be ${form}.`);
    return null;
  };
  switch (field.kind) {
    case 'list':
      return readList(name, field.entries, given as readonly (string | number)[], tools);
    case 'zones':
      return readList(
        name,
        { ...ZONE, canonical: (entry) => tools.canonicalZone(String(entry)) },
        given as string[],
        tools,
      );
    case 'values':
      return isOfLength(name, given as readonly unknown[], tools) ? given : null;
    case 'text':
      return isPlainText(String(given), field.most) ? given : refuse(describeText(field.most));
    case 'count':
      return Number(given) >= 1 && Number(given) <= field.most ? given : refuse(`from 1 to ${field.most}`);
    case 'instant':
      return Number.isNaN(Number(given)) ? refuse('an instant with its offset') : Number(given);
    case 'delay':
      return tools.delayMs(String(given)) || refuse('days, hours and minutes such as "7d", at most 365 days');
    case 'choice':
    case 'value':
      return given;
    default:
      return assertNever(field);
  }
};

const ZONE = { examples: [], graph: 'String', description: 'an IANA time zone' } as const;

const isOfLength = (name: string, list: readonly unknown[], { fault }: Tools): boolean => {
  if (list.length > 0 && list.length <= MAX_VALUES) return true;
  fault(name, `\`${name}\` must have 1 to ${MAX_VALUES} values.`, list.length === 0 ? 'REQUIRED' : 'TOO_MANY');
  return false;
};

const readList = async (
  name: string,
  { canonical, description, hint, names, graph }: EntryKind,
  given: readonly (string | number)[],
  tools: Tools,
): Promise<readonly (string | number)[] | null> => {
  if (!isOfLength(name, given, tools)) return null;
  const stored = given.map(canonical);
  const bad = stored.indexOf(null);
  if (bad >= 0) {
    const text = String(given[bad]);
    tools.fault(
      `${name}[${bad}]`,
      `\`${name}\` has "${clip(text, 64)}", which is not ${description}.${hint?.(text) ?? ''}`,
    );
    return null;
  }
  const entries = [...new Set(stored as string[])];
  const known = names ? await names.findKnown(tools.manager, tools.userId, entries) : null;
  const unknown = known ? entries.find((entry) => !known.has(entry)) : undefined;
  if (unknown !== undefined) {
    const index = stored.indexOf(unknown);
    tools.fault(
      `${name}[${index}]`,
      `\`${name}\` names the ${names?.noun} ${unknown}, which does not exist.`,
      'NOT_FOUND',
    );
    return null;
  }
  return typeof graph === 'string' ? entries : entries.map(Number);
};
