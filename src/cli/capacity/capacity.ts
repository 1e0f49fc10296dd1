/**
 * What one message and one device cost, as measured, and nothing else: every figure of a plan follows from these and the
 * question. Two cores of AMD EPYC, MariaDB 10.11 on the same machine, one application of provider_c, one push; of several
 * figures the dearer one.
 */
export const MEASURED = {
  /** Messages a second of one worker whose provider answers at once (`npm run bench -- send`, MariaDB, a million, 0 ms). */
  workerPerSecond: 13_000,
  /** Messages that a worker may have under way: the default of CHECKPOINT_SIZE. */
  inFlight: 2_000,
  /** CPU of a worker for a message, µs (`npm run bench -- workers`, four workers, 50 ms). */
  workerCpuUs: 44,
  /** The same two of web push, which encrypts each message (`npm run bench -- runs`, `providers`; the rest as above). */
  webPushPerSecond: 3_500,
  webPushCpuUs: 320,
  /** CPU of the server for a message, µs (`npm run bench -- workers`, eight workers, 50 ms). */
  mysqlCpuUs: 11,
  /** Statements for a thousand messages (the same, one worker), without those that workers ask from time to time. */
  statementsPer1000: 22,
  /** Statements a second of a worker that has nothing to do (the same, four workers). */
  idleStatements: 28,
  /** Bytes between workers and server for a message, both ways (the same, eight workers). */
  wireBytes: 102,
  /**
   * Bytes of a device on disk with all its indexes: its row with every column 589, a tag 84, the event of its installation
   * 68 (100,000 imported into MariaDB; SQLite: 378, 24, 28).
   */
  deviceBytes: 740,
  /** Bytes of the delivery log for a message (a run to those 100,000: 2.6; SQLite: 2.8), rounded up. */
  logBytes: 3,
  /** Bytes of a message that failed, or that a device confirmed: a row each (MariaDB: 111 and 79; SQLite: 57 and 32). */
  rowBytes: 100,
} as const;

/** Nobody plans with every core busy to the last percent. */
export const PLANNED_LOAD = 0.7;

export interface CapacityQuestion {
  readonly devices: number;
  /** In which a run is to reach all of them. */
  readonly minutes: number;
  /** Of the provider, ms. */
  readonly rttMs: number;
  /** Browsers: each message is encrypted for its own. */
  readonly webPush: boolean;
  readonly runsADay: number;
  /** Part of the messages that fail or are confirmed by a receipt: a row each. */
  readonly rowsPart: number;
  /** `HISTORY_RETENTION_DAYS`. */
  readonly retentionDays: number;
}

export const DEFAULTS = { rttMs: 50, webPush: false, runsADay: 3, rowsPart: 0.02, retentionDays: 180 } as const;

export interface Capacity {
  readonly messagesPerSecond: number;
  readonly workers: number;
  readonly workerCores: number;
  readonly mysqlCores: number;
  readonly statementsPerSecond: number;
  readonly wireMbitPerSecond: number;
  readonly deviceBytes: number;
  readonly logBytesPerDay: number;
  /** While history is kept. */
  readonly logBytes: number;
}

export const planCapacity = (question: CapacityQuestion): Capacity => {
  const { devices, minutes, webPush, runsADay, rowsPart, retentionDays } = question;
  const messagesPerSecond = devices / (minutes * 60);
  const workers = Math.ceil(messagesPerSecond / workerRate(question));
  const logBytesPerDay = devices * runsADay * (MEASURED.logBytes + rowsPart * MEASURED.rowBytes);
  return {
    messagesPerSecond,
    workers,
    workerCores: coresFor(messagesPerSecond * (webPush ? MEASURED.webPushCpuUs : MEASURED.workerCpuUs)),
    mysqlCores: coresFor(messagesPerSecond * MEASURED.mysqlCpuUs),
    statementsPerSecond: (messagesPerSecond * MEASURED.statementsPer1000) / 1_000 + workers * MEASURED.idleStatements,
    wireMbitPerSecond: (messagesPerSecond * MEASURED.wireBytes * 8) / 1_000_000,
    deviceBytes: devices * MEASURED.deviceBytes,
    logBytesPerDay,
    logBytes: logBytesPerDay * retentionDays,
  };
};

/** Messages a second of one worker: what it takes to make a message, and what its share of a full limit waits for the answer. */
export const workerRate = ({ rttMs, webPush }: Pick<CapacityQuestion, 'rttMs' | 'webPush'>): number =>
  1 / (1 / (webPush ? MEASURED.webPushPerSecond : MEASURED.workerPerSecond) + rttMs / 1_000 / MEASURED.inFlight);

const coresFor = (usPerSecond: number): number => Math.ceil(usPerSecond / 1_000_000 / PLANNED_LOAD);
