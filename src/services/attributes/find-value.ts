import { select, type Tx } from '../../database/database.js';
import { badInput } from '../../errors.js';

interface Searched {
  /** The account. */
  readonly userId: number;
  readonly key: string;
}

const ROWS_PER_READ = 5_000;
/** Reading more rows would block the writers of the key for seconds. */
const MAX_ROWS = 2_000_000;

/**
 * Whether a user or a device of the account has a value of the key. The stored text has each key exactly once in this
 * form, because quotes inside of texts are escaped.
 * @throws BAD_USER_INPUT if there are too many rows to search.
 */
export const findValue = async (tx: Tx, searched: Searched): Promise<boolean> => {
  const reader = new RowReader(tx, `"${searched.key}":`);
  if (await reader.find('end_user', { ...OF_USERS, value: searched.userId })) return true;
  for (const { id } of await select<{ id: number }>(tx, 'SELECT id FROM app WHERE user_id = ?', [searched.userId])) {
    if (await reader.find('device', { ...OF_DEVICES, value: Number(id) })) return true;
  }
  return false;
};

const OF_USERS = { lead: 'user_id', key: 'external_user_id', first: '', text: 'attributes' } as const;
const OF_DEVICES = { lead: 'app_id', key: 'id', first: 0, text: 'own_attributes' } as const;

/** Reads rows in the order of an index, in parts, so that SQLite answers other requests in between. */
class RowReader {
  private rows = 0;

  constructor(
    private readonly tx: Tx,
    private readonly part: string,
  ) {}

  async find(table: string, { lead, key, first, text, value }: Place): Promise<boolean> {
    const sql = `SELECT MAX(r.${key}) AS last, COUNT(*) AS n, MAX(CASE WHEN INSTR(r.${text}, ?) > 0 THEN 1 ELSE 0 END) AS found
      FROM (SELECT ${key}, ${text} FROM ${table} WHERE ${lead} = ? AND ${key} > ? ORDER BY ${key} LIMIT ${ROWS_PER_READ}) r`;
    for (let after: string | number = first; ; ) {
      const [row] = await select<Part>(this.tx, sql, [this.part, value, after]);
      if (Number(row?.found ?? 0) === 1) return true;
      this.rows += Number(row?.n ?? 0);
      if (this.rows > MAX_ROWS) throw tooMany();
      if (Number(row?.n ?? 0) < ROWS_PER_READ) return false;
      after = row?.last ?? first;
    }
  }
}

type Place = (typeof OF_USERS | typeof OF_DEVICES) & { readonly value: number };

interface Part {
  readonly last: string | number | null;
  readonly n: number;
  readonly found: number | null;
}

const tooMany = () =>
  badInput('type', 'The account has too many users and devices to search them for values of the key. Use another key.');
