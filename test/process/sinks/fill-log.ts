import { parseDatabaseUrl } from '../../../src/config/database-url.js';
import { Database } from '../../../src/database/database.js';
import { packMessages } from '../../../src/delivery/record/message-log-codec.js';
import { appendRows } from '../../../src/delivery/record/outbox-writer.js';

const ACCOUNTS = [1_001, 1_002, 1_003, 1_004];
const DEVICES = 5_000;
const MESSAGES_PER_ROW = 2_000;

/** The event log of accounts that take turns sending to their devices, four by default. */
export class FilledLog implements AsyncDisposable {
  private total = 0;

  private constructor(
    private readonly database: Database,
    private readonly accounts: readonly number[],
  ) {}

  static async open(url: string, accounts: readonly number[] = ACCOUNTS): Promise<FilledLog> {
    const database = new Database(parseDatabaseUrl(url));
    await database.open();
    return new FilledLog(database, accounts);
  }

  get events(): number {
    return this.total;
  }

  /** Appends checkpoints of 2,000 messages, rotating through the accounts. */
  async append(rows: number): Promise<void> {
    for (let row = 0; row < rows; row += 1) {
      const account = this.accounts[row % this.accounts.length] ?? 0;
      const { kinds, entries } = packMessages(this.messages(account));
      const payload = { appId: account, schedulerId: null, kinds };
      await this.database.tx((tx) =>
        appendRows(tx, account, [{ type: 'messages', subjectId: 1, payload, occurredAt: new Date(), entries }]),
      );
      this.total += MESSAGES_PER_ROW;
    }
  }

  /** The number of log rows in the sink, and the total. */
  async progressOf(sink: string): Promise<number> {
    const [row] = await this.database.query<{ done: number | null; all_rows: number }>(
      `SELECT (SELECT SUM(position) FROM event_reader WHERE reader = ?) AS done, SUM(position) AS all_rows FROM outbox_head`,
      [sink],
    );
    return Number(row?.done ?? 0) / Number(row?.all_rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
  }

  /** A device gets a message in only some of the rows, because rows have fewer messages than there are devices. */
  private messages(account: number) {
    return Array.from({ length: MESSAGES_PER_ROW }, (_, index) => ({
      ...{ pushId: 1, occurrence: 0, language: 'en', code: null, detail: null, variant: null },
      deviceId: account * 100_000 + ((this.total / this.accounts.length + index) % DEVICES),
      outcome: index % 10 === 9 ? ('failed' as const) : ('sent' as const),
    }));
  }
}
