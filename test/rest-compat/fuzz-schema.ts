import fc from 'fast-check';
import type { JsonSchema, OpenapiDocument } from '../../src/openapi/openapi-document.js';
import { type PoolKind, RealId } from './fuzz-pool.js';

/** Fields whose integers are ids of objects that the run has created. */
const ID_FIELDS: Readonly<Record<string, PoolKind>> = {
  app_ids: 'app',
  app_ids_include: 'app',
  app_ids_exclude: 'app',
  app_groups_include: 'group',
  app_groups_exclude: 'group',
  push_ids: 'push',
};

const mostly = (value: unknown, ...others: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Rules outside the schema that chance would hardly ever satisfy: unique codes, a default language, a zone. */
const LIKELY: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  code: fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/),
  all_apps: mostly(true, false),
  local_time: mostly(true, false),
  push_provider: mostly('webpush', 'provider_a', 'provider_b', 'provider_c'),
  default_lang: mostly('en', 'de'),
  language: mostly('en', 'de', 'PT'),
};
const ALMOST_ALWAYS: ReadonlySet<string> = new Set(['all_apps']);

export const realId = (kind: PoolKind): fc.Arbitrary<RealId> => fc.nat(1_000).map((index) => new RealId(kind, index));

/** Values that a schema of the document allows, with ids that exist. */
export class SchemaArbitraries {
  private readonly known = new Map<JsonSchema, fc.Arbitrary<unknown>>();

  constructor(private readonly document: OpenapiDocument) {}

  of(schema: JsonSchema, field = ''): fc.Arbitrary<unknown> {
    const known = this.known.get(schema);
    if (known) return known;
    const made = this.make(schema, field);
    this.known.set(schema, made);
    return made;
  }

  private make(schema: JsonSchema, field: string): fc.Arbitrary<unknown> {
    const likely = LIKELY[field];
    if (likely && schema.type !== 'object') return likely;
    if (schema.$ref) return this.of(this.resolve(schema.$ref), field);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map((option) => this.of(option, field)));
    if (schema.anyOf && !schema.properties) return fc.oneof(...schema.anyOf.map((option) => this.of(option, field)));
    if (schema.examples && schema.type !== 'string') return fc.constantFrom(...schema.examples);
    switch (schema.type) {
      case 'string':
        return toText(schema);
      case 'integer':
        return toInteger(schema, ID_FIELDS[field]);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return toList(this.of(schema.items ?? {}, field), Number(schema.minItems ?? 0));
      case 'object':
        return this.toObject(schema);
      default:
        return fc.jsonValue({ maxDepth: 1 });
    }
  }

  /** Only a few optional members at a time, because many together nearly always break a rule. */
  private toObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
    const names = Object.keys(properties);
    const always = names.filter((name) => required.includes(name));
    const often = names.filter((name) => ALMOST_ALWAYS.has(name) && !required.includes(name));
    const rest = names.filter((name) => !always.includes(name) && !often.includes(name));
    const model = Object.fromEntries(names.map((name) => [name, this.of(properties[name] ?? {}, name)]));
    return fc.tuple(fc.subarray(rest, { maxLength: Math.min(2, rest.length) }), fc.nat(9)).chain(([some, dice]) => {
      const chosen = [...always, ...(dice > 0 ? often : []), ...some];
      return fc.record(Object.fromEntries(chosen.map((name) => [name, model[name] ?? fc.constant(null)])));
    });
  }

  private resolve(ref: string): JsonSchema {
    const schema = this.document.components.schemas?.[ref.replace('#/components/schemas/', '')];
    if (!schema) throw new Error(`${ref} is no schema of the document`);
    return schema as JsonSchema;
  }
}

/** Usually without repetition: repeated languages, days and times are refused. */
const toList = (item: fc.Arbitrary<unknown>, minLength: number): fc.Arbitrary<unknown> => {
  const unique = fc.uniqueArray(item, { minLength, maxLength: 3, selector: toIdentity, comparator: 'SameValue' });
  return fc.oneof(
    { weight: 8, arbitrary: unique },
    { weight: 1, arbitrary: fc.array(item, { minLength, maxLength: 3 }) },
  );
};

/** An object's first member identifies it: a translation its language, a weekly entry its day. */
const toIdentity = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof RealId) ? Object.values(value)[0] : String(value);

const toText = ({ examples = [], minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<unknown> => {
  const random = fc.string({
    unit: 'grapheme',
    minLength: Number(minLength),
    maxLength: Math.min(40, Number(maxLength)),
  });
  if (examples.length === 0) return random;
  return fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: random });
};

const toInteger = ({ minimum = -1_000, maximum = 1_000 }: JsonSchema, kind?: PoolKind): fc.Arbitrary<unknown> =>
  kind ? realId(kind) : fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), 1_000) });
