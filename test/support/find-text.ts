import type { ServiceWorld } from './service-world.js';

/** Every column of every table that contains the text unchanged or in JSON or CSV form. */
export const findText = async (world: ServiceWorld, text: string): Promise<string[]> => {
  const database = await world.db();
  const isSqlite = database.dialect.name === 'sqlite';
  const tables = isSqlite
    ? "SELECT m.name AS t, p.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
    : 'SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()';
  const spellings = [...new Set([text, JSON.stringify(text).slice(1, -1), text.replaceAll('"', '""')])];
  const found: string[] = [];
  for (const { t, c } of await database.query<{ t: string; c: string }>(tables)) {
    const bytes = `CAST(\`${c}\` AS ${isSqlite ? 'BLOB' : 'BINARY'})`;
    const where = spellings.map(() => `INSTR(${bytes}, ?) > 0`).join(' OR ');
    const sql = `SELECT COUNT(*) AS n FROM \`${t}\` WHERE ${where}`;
    const [row] = await database.query<{ n: number }>(
      sql,
      spellings.map((spelling) => Buffer.from(spelling)),
    );
    if (Number(row?.n) > 0) found.push(`${t}.${c}`);
  }
  return found;
};
