import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { ATTRIBUTE_DEFINITION_TABLE, type AttributeDefinition } from '../../entities/attribute-definition.js';
import { badInput, invalidInput, violation } from '../../errors.js';
import { ATTRIBUTE_KEY, type Attributes, type AttributeType } from '../../ports/attributes.js';
import type { Clock } from '../../ports/clock.js';
import { clip } from '../../text/characters.js';
import { lockCatalogue } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { Violations } from '../rules/violations.js';
import { refuseCompared } from '../segments/segment-uses.js';
import { type AttributesInput, readAttributeChanges } from './attribute-rules.js';
import { AttributeTypes, type TypesScope } from './attribute-types.js';
import { findValue } from './find-value.js';

export interface DefinitionInput {
  readonly key: string;
  /** null keeps the type of a known key. */
  readonly type: AttributeType | null;
  /** null keeps it; a new key is not writable by devices. */
  readonly writableByDevice: boolean | null;
}

type Defined = Pick<AttributeDefinition, 'id' | 'type'> & { readonly writableByDevice: number };

/** The keys of attributes in an account, and their types. */
export class AttributeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates or changes a definition. @returns its id.
   * @throws BAD_USER_INPUT for a malformed key, too many keys, or another type while values exist or segments use it.
   */
  async define(userId: number, { key, type, writableByDevice }: DefinitionInput): Promise<number> {
    if (!ATTRIBUTE_KEY.test(key)) throw badInput('key', KEY_FORM);
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      const known = await this.lock(tx, userId, key);
      if (!known) return this.create(tx, userId, { key, type, writableByDevice });
      if (type !== null && type !== known.type) {
        if (await findValue(tx, { userId, key })) throw hasValues(key, known);
        await refuseCompared(tx, { userId, key, type: known.type });
      }
      const sql = `UPDATE attribute_definition SET type = COALESCE(?, type),
        writable_by_device = COALESCE(?, writable_by_device) WHERE id = ?`;
      await execute(tx, sql, [type, writableByDevice === null ? null : Number(writableByDevice), known.id]);
      return Number(known.id);
    });
  }

  /** The types of all keys of an account, of which there are at most 1,000. */
  async types(userId: number): Promise<Map<string, AttributeType>> {
    const sql = 'SELECT name, type FROM attribute_definition WHERE user_id = ?';
    const rows = await this.database.query<{ name: string; type: AttributeType }>(sql, [userId]);
    return new Map(rows.map(({ name, type }) => [name, type]));
  }

  /**
   * Checks attributes without storing anything, and returns them in stored form.
   * @throws BAD_USER_INPUT for a malformed or foreign value, and for a key that devices may not set.
   */
  async check(userId: number, input: AttributesInput, { by }: Pick<TypesScope, 'by'>): Promise<Attributes> {
    const violations = new Violations();
    const changes = readAttributeChanges(violations, input);
    violations.throwIfAny();
    const scope = { database: this.database, userId, now: this.clock.now(), by };
    return this.database.tx(async (tx) => (await AttributeTypes.load(tx, scope, [changes])).apply({}, changes));
  }

  private async create(tx: Tx, userId: number, { key, type, writableByDevice }: DefinitionInput): Promise<number> {
    if (type === null) throw badInput('type', '`type` is required for a new key.', 'REQUIRED');
    await requireRoom(tx, this.database, { what: 'attributeDefinitions', userId, field: 'key' });
    const row = {
      ...{ userId, name: key, type, createdAt: this.clock.now() },
      writableByDevice: writableByDevice ?? false,
    };
    return (await insertRow(tx, ATTRIBUTE_DEFINITION_TABLE, row)).insertId;
  }

  /** Writers of values hold their definitions, so no value of the key appears until the transaction ends. */
  private async lock(tx: Tx, userId: number, key: string): Promise<Defined | undefined> {
    const sql = `SELECT id, type, writable_by_device FROM attribute_definition
      WHERE user_id = ? AND name = ? ${this.database.dialect.forUpdate}`;
    return (await select<Defined>(tx, sql, [userId, key]))[0];
  }
}

const KEY_FORM =
  '`key` must have 1 to 40 lower-case letters, digits and underscores, and begin with a letter, such as `plan` or `last_order_at`.';

const hasValues = (key: string, { type }: Defined) =>
  invalidInput([
    violation(
      'type',
      `\`type\` must stay ${type} while users or devices have values of "${clip(key, 40)}". Remove the values first, or use another key.`,
      'CONFLICT',
    ),
  ]);
