import { InMemoryNotificationChannel, type JobNotification, toJobId } from 'agenda';

/**
 * Tells this process's workers when to look for jobs: at once, or when one becomes due before the next scan. However
 * many notices come, one scan per name runs, at most one more waits, and nobody waits for a scan.
 */
export class WakeUps extends InMemoryNotificationChannel {
  private readonly timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  private readonly looking = new Map<string, { again: boolean }>();

  /** @param scanEveryMs jobs due later than this are left to Agenda's own scan. */
  constructor(private readonly scanEveryMs: number) {
    super();
  }

  override async publish({ jobName, nextRunAt }: JobNotification): Promise<void> {
    this.wake(jobName, nextRunAt ?? new Date());
  }

  wake(name: string, at = new Date()): void {
    if (this.state !== 'connected') return;
    const delayMs = at.getTime() - Date.now();
    if (delayMs <= 0) void this.look(name);
    else if (delayMs <= this.scanEveryMs) this.setTimer(name, at.getTime(), delayMs);
  }

  override async disconnect(): Promise<void> {
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await super.disconnect();
  }

  private setTimer(name: string, at: number, delayMs: number): void {
    const present = this.timers.get(name);
    if (present && present.at <= at) return;
    clearTimeout(present?.timer);
    const timer = setTimeout(() => {
      this.timers.delete(name);
      void this.look(name);
    }, delayMs);
    this.timers.set(name, { at, timer: timer.unref() });
  }

  private async look(name: string): Promise<void> {
    const present = this.looking.get(name);
    if (present) {
      present.again = true;
      return;
    }
    const look = { again: true };
    this.looking.set(name, look);
    while (look.again) {
      look.again = false;
      await this.notifyHandlers(noticeOf(name));
    }
    this.looking.delete(name);
  }
}

/** Without a time, Agenda always scans; with one, it compares it with the end of a scan that may be long past. */
const noticeOf = (jobName: string): JobNotification => ({
  jobId: toJobId(''),
  jobName,
  nextRunAt: null,
  priority: 0,
  timestamp: new Date(),
});
