import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../errors.js';
import { type ReadAnswer, type ReadRequest, tookTooLong, UP } from './protocol.js';
import type { Reading } from './reading-gate.js';

/** The time that a busy machine may take to start a process. */
const START_MS = 60_000;

/**
 * Reads a SQLite file in separate processes. A SQLite statement blocks its thread, and only the end of the process can
 * abort it (docs/decisions/long-reads.md). Processes start on demand and are replaced when they end.
 */
export class ProcessReader {
  private readonly idle: ReadingProcess[] = [];
  private readonly all = new Set<ReadingProcess>();

  constructor(
    private readonly program: URL,
    private readonly path: string,
    private readonly limitMs: number,
  ) {}

  begin(request: ReadRequest): Reading<unknown[]> {
    const reader = this.idle.pop() ?? this.start();
    const answer = reader.read(request, this.limitMs);
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    const free = settled.then(() => (reader.isKilled ? reader.ended : void this.idle.push(reader)));
    return { answer, free };
  }

  /** Aborts reads in progress. */
  async close(): Promise<void> {
    this.idle.length = 0;
    await Promise.all([...this.all].map((reader) => reader.kill()));
  }

  private start(): ReadingProcess {
    const reader = new ReadingProcess(this.program, this.path);
    this.all.add(reader);
    void reader.ended.then(() => {
      this.all.delete(reader);
      const at = this.idle.indexOf(reader);
      if (at >= 0) this.idle.splice(at, 1);
    });
    return reader;
  }
}

class ReadingProcess {
  readonly ended: Promise<void>;
  /** Also resolves if the process ended or failed to start in time. */
  private readonly up: Promise<void>;
  isKilled = false;
  private readonly child: ChildProcess;
  private settle: ((answer: ReadAnswer) => void) | null = null;

  constructor(program: URL, path: string) {
    // Flags and environment are not passed on, because they may hold secrets and modules to load.
    this.child = fork(program, [path], { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore' });
    this.child.on('message', (said: ReadAnswer | typeof UP) => {
      if (said !== UP) this.answer(said);
    });
    this.up = new Promise((resolve) => {
      this.child.once('message', () => resolve()).once('exit', () => resolve());
      setTimeout(resolve, START_MS).unref();
    });
    this.ended = new Promise((resolve) => {
      const end = (): void => {
        this.isKilled = true;
        this.answer(ENDED);
        resolve();
      };
      this.child.once('exit', end).once('error', end);
    });
    this.hold(false);
  }

  /**
   * @throws UNAVAILABLE if the read exceeds the limit, which ends the process. The start of a process does not count.
   */
  read(request: ReadRequest, limitMs: number): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      void this.up.then(() => {
        if (isOver) return;
        timer = setTimeout(() => {
          reject(tookTooLong(limitMs));
          void this.kill();
        }, limitMs);
      });
      this.settle = (answer) => {
        isOver = true;
        clearTimeout(timer);
        if ('found' in answer) resolve(answer.found);
        else reject(answer === ENDED ? cutOff() : new Error(answer.error));
      };
      this.hold(true);
      // If sending fails, the process has ended and its exit event follows.
      this.child.send(request, () => undefined);
    });
  }

  kill(): Promise<void> {
    this.isKilled = true;
    // Otherwise a stop that waits for this end, and for nothing else, would end before it is done.
    this.hold(true);
    this.child.kill('SIGKILL');
    return this.ended;
  }

  private answer(answer: ReadAnswer): void {
    this.hold(false);
    const { settle } = this;
    this.settle = null;
    settle?.(answer);
  }

  /** Only a read in progress or a kill keeps this process alive. */
  private hold(isWanted: boolean): void {
    const act = isWanted ? 'ref' : 'unref';
    this.child[act]();
    this.child.channel?.[act]();
  }
}

const ENDED: ReadAnswer = { error: 'ended' };

const cutOff = (): AppError =>
  new AppError('UNAVAILABLE', 'This read was cut off; try again, and narrow the filter if it happens again.');
