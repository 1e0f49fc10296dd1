import { type Database, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { ATTRIBUTE_DEFINITION_TABLE, type AttributeDefinition } from '../../entities/attribute-definition.js';
import { badInput } from '../../errors.js';
import type { Attributes, AttributeType, AttributeValue } from '../../ports/attributes.js';
import { lockCatalogue } from '../locks.js';
import { describeMaximum, MAXIMA } from '../rules/maxima.js';
import { Violations } from '../rules/violations.js';
import { type AttributeChanges, checkSize, TYPE_WORDS, toStoredValue, typeOfValue } from './attribute-rules.js';

export interface TypesScope {
  readonly database: Database;
  /** The account. */
  readonly userId: number;
  /** Epoch ms. */
  readonly now: number;
  /** A device may only set keys that the account allows. */
  readonly by: 'device' | 'server';
}

type Known = Pick<AttributeDefinition, 'type' | 'writableByDevice'>;

/** More keys than this are read without naming them. */
const MAX_NAMED = 1_000;

/** The types of keys during one transaction. They stay unchanged until it ends; first values create the missing ones. */
export class AttributeTypes {
  private readonly created = new Map<string, AttributeType>();

  private constructor(
    private readonly scope: TypesScope,
    private readonly known: Map<string, Known>,
    private readonly room: number,
  ) {}

  /** Reads the definitions of the keys, and locks the list of definitions if some are missing. */
  static async load(tx: Tx, scope: TypesScope, changes: readonly AttributeChanges[]): Promise<AttributeTypes> {
    const keys = [...new Set(changes.flatMap((each) => [...each.keys()]))].sort();
    const known = keys.length === 0 ? new Map<string, Known>() : await readTypes(tx, scope, keys);
    if (scope.by === 'device' || keys.every((key) => known.has(key))) return new AttributeTypes(scope, known, 0);
    await lockCatalogue(tx, scope.database, scope.userId);
    const counted = 'SELECT COUNT(*) AS n FROM attribute_definition WHERE user_id = ?';
    const [row] = await select<{ n: number }>(tx, counted, [scope.userId]);
    // Another transaction may have created some before this one had the lock.
    const current = await readTypes(tx, scope, keys);
    return new AttributeTypes(scope, current, MAXIMA.attributeDefinitions.most - Number(row?.n));
  }

  /**
   * Returns the attributes after the changes, in stored form.
   * @throws BAD_USER_INPUT for a value of another type, or too many attributes; then no key is created.
   */
  apply(before: Attributes, changes: AttributeChanges): Attributes {
    const violations = new Violations();
    const after: Record<string, AttributeValue> = { ...before };
    const created = new Map<string, AttributeType>();
    for (const [key, value] of changes) {
      if (!this.isAllowed(key)) {
        violations.add(`attributes.${key}`, `\`attributes.${key}\` ${NOT_WRITABLE}`);
      } else if (value === null) {
        delete after[key];
      } else {
        const type = this.known.get(key)?.type ?? typeOfValue(value);
        const stored = toStoredValue(type, value);
        if (stored === null) violations.add(`attributes.${key}`, wrongType(key, type));
        else after[key] = stored;
        if (!this.known.has(key)) created.set(key, type);
      }
    }
    checkSize(violations, after);
    violations.throwIfAny();
    this.add(created);
    return after;
  }

  /** Stores the keys that first values created. */
  async save(tx: Tx): Promise<void> {
    const { userId, now } = this.scope;
    const rows = [...this.created].map(([name, type]) => ({
      userId,
      name,
      type,
      writableByDevice: false,
      createdAt: now,
    }));
    await insertRows(tx, ATTRIBUTE_DEFINITION_TABLE, rows);
  }

  private isAllowed(key: string): boolean {
    return this.scope.by === 'server' || this.known.get(key)?.writableByDevice === true;
  }

  private add(created: ReadonlyMap<string, AttributeType>): void {
    if (this.created.size + created.size > this.room && created.size > 0) {
      throw badInput('attributes', describeMaximum(MAXIMA.attributeDefinitions), 'TOO_MANY');
    }
    for (const [key, type] of created) {
      this.created.set(key, type);
      this.known.set(key, { type, writableByDevice: false });
    }
  }
}

const readTypes = async (
  tx: Tx,
  { database: { dialect }, userId }: TypesScope,
  keys: readonly string[],
): Promise<Map<string, Known>> => {
  const among = keys.length > MAX_NAMED ? { sql: '1 = 1', parameters: [] } : dialect.among('name', keys);
  const sql = `SELECT name, type, writable_by_device FROM attribute_definition
    WHERE user_id = ? AND ${among.sql} ${dialect.forShare}`;
  const rows = await select<{ name: string; type: AttributeType; writable_by_device: number }>(tx, sql, [
    userId,
    ...among.parameters,
  ]);
  return new Map(
    rows.map(({ name, type, writable_by_device }) => [
      name,
      { type, writableByDevice: Number(writable_by_device) === 1 },
    ]),
  );
};

const NOT_WRITABLE =
  'cannot be set by devices. Set it from your server, or allow it with `writableByDevice` of `attributeDefine`.';

const wrongType = (key: string, type: AttributeType): string =>
  `\`attributes.${key}\` must be ${TYPE_WORDS[type]}, because the key has the type ${type}.`;
