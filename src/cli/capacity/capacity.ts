/**
 * The measured cost of one message and one device. Every figure of a plan follows from these and the question. Measured
 * on two cores of AMD EPYC with MariaDB 10.11 on the same machine, one application of provider_c and one push; where
 * measurements differ, this has the more expensive one.
 */
export const MEASURED = {
  /**
   * Messages a second of one worker whose provider answers at once (`npm run bench -- send`, MariaDB, a million, 0 ms).
   */
  workerPerSecond: 13_000,
  /** Messages that a worker may have in flight, which is the default of CHECKPOINT_SIZE. */
  inFlight: 2_000,
  /** A worker's CPU per message, µs (`npm run bench -- workers`, four workers, 50 ms). */
  workerCpuUs: 44,
  /**
   * Rate and CPU for web push, which encrypts each message (`npm run bench -- runs`, `providers`; the rest as above).
   */
  webPushPerSecond: 3_500,
  webPushCpuUs: 320,
  /** The server's CPU per message, µs (`npm run bench -- workers`, eight workers, 50 ms). */
  mysqlCpuUs: 11,
  /** Statements per thousand messages (same benchmark, one worker), without a worker's periodic queries. */
  statementsPer1000: 22,
  /** Statements a second of an idle worker (same benchmark, four workers). */
  idleStatements: 28,
  /** Bytes between workers and server per message, both ways (same benchmark, eight workers). */
  wireBytes: 102,
  /**
   * Bytes of a device on disk with all its indexes: its row with every column 589, a tag 84, the installation event 68
   * (100,000 imported into MariaDB; SQLite: 378, 24, 28).
   */
  deviceBytes: 740,
  /** Bytes of the delivery log per message (a run to those 100,000: 2.6; SQLite: 2.8), rounded up. */
  logBytes: 3,
  /** Bytes of a failed or confirmed message, which takes a row (MariaDB: 111 and 79; SQLite: 57 and 32). */
  rowBytes: 100,
} as const;

/** Plans leave headroom: no core is busy all the time. */
export const PLANNED_LOAD = 0.7;

export interface CapacityQuestion {
  readonly devices: number;
  /** Time in which a run must reach all devices. */
  readonly minutes: number;
  /** Round trip to the provider, ms. */
  readonly rttMs: number;
  /** Whether the devices are browsers: each message is then encrypted for its recipient. */
  readonly webPush: boolean;
  readonly runsADay: number;
  /** Share of messages that fail or are confirmed by a receipt, which take a row each. */
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
  /** Bytes of logs for as long as history is kept. */
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

/** Messages a second of one worker, from the time to process a message and its share of a full in-flight limit. */
export const workerRate = ({ rttMs, webPush }: Pick<CapacityQuestion, 'rttMs' | 'webPush'>): number =>
  1 / (1 / (webPush ? MEASURED.webPushPerSecond : MEASURED.workerPerSecond) + rttMs / 1_000 / MEASURED.inFlight);

const coresFor = (usPerSecond: number): number => Math.ceil(usPerSecond / 1_000_000 / PLANNED_LOAD);
