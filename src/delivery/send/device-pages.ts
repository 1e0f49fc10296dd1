import type { DeviceSelection } from '../../audience/select-devices.js';
import type { Batch } from '../../entities/batch.js';
import type { DeviceValues } from '../../entities/device.js';
import type { Clock } from '../../ports/clock.js';

/** Pages are read ahead, so a device that is retired after the read gets one more message. */
const FRESH_MS = 1_000;

export interface Reach {
  readonly batch: Batch;
  readonly limit: number;
}

interface DevicePage {
  readonly devices: readonly DeviceValues[];
  /** The last id that the page has covered; the batch's end when nothing is left. */
  readonly cursorId: number;
}

/** A prefetched page. */
interface Ahead {
  readonly fromId: number;
  readonly activeSince: number;
  readonly readAt: number;
  readonly page: Promise<DevicePage>;
}

/** Pages of a batch, read ahead: by scanning its range of ids, or along a list of devices or external ids. */
export class DevicePages {
  private ids: readonly number[] | null | undefined;
  private ahead: Ahead | null = null;

  constructor(private readonly clock: Clock) {}

  readAhead(selection: DeviceSelection, reach: Reach): void {
    if (this.isFresh(selection, reach)) return;
    const page = this.read(selection, reach);
    // `nextPage` throws the error to its caller.
    page.catch(() => undefined);
    const { activeSince } = selection;
    this.ahead = { fromId: reach.batch.cursorId, activeSince, readAt: this.clock.now(), page };
  }

  async nextPage(selection: DeviceSelection, reach: Reach): Promise<DevicePage> {
    const ahead = this.isFresh(selection, reach) ? this.ahead : null;
    this.ahead = null;
    const { devices, cursorId } = await (ahead?.page ?? this.read(selection, reach));
    const missing = reach.limit - devices.length;
    if (missing < 0) return this.keepRest({ devices, cursorId }, { ahead, limit: reach.limit });
    if (missing === 0 || ahead === null || cursorId >= reach.batch.toId) return { devices, cursorId };
    const more = await this.read(selection, { batch: { ...reach.batch, cursorId }, limit: missing });
    return { devices: [...devices, ...more.devices], cursorId: more.cursorId };
  }

  /** Keeps devices that were read but have no room yet. */
  private keepRest(
    { devices, cursorId }: DevicePage,
    { ahead, limit }: { ahead: Ahead | null; limit: number },
  ): DevicePage {
    const fromId = devices[limit - 1]?.id ?? cursorId;
    const page = Promise.resolve({ devices: devices.slice(limit), cursorId });
    this.ahead = ahead && { ...ahead, fromId, page };
    return { devices: devices.slice(0, limit), cursorId: fromId };
  }

  private isFresh({ activeSince }: DeviceSelection, { batch }: Reach): boolean {
    const { ahead } = this;
    if (ahead?.fromId !== batch.cursorId || ahead.activeSince !== activeSince) return false;
    return Math.abs(this.clock.now() - ahead.readAt) <= FRESH_MS;
  }

  private async read(selection: DeviceSelection, { batch, limit }: Reach): Promise<DevicePage> {
    if (this.ids === undefined) this.ids = batch.targets?.deviceIds ?? (await selection.externalDeviceIds());
    if (this.ids === null) {
      const devices = await selection.page({ after: batch.cursorId, upTo: batch.toId, limit });
      return { devices, cursorId: devices.length < limit ? batch.toId : (devices.at(-1)?.id ?? batch.toId) };
    }
    const left = this.ids.filter((id) => id > batch.cursorId && id <= batch.toId);
    const wanted = left.slice(0, limit);
    const devices = wanted.length === 0 ? [] : await selection.among(wanted);
    return { devices, cursorId: left.length <= limit ? batch.toId : (wanted.at(-1) ?? batch.toId) };
  }
}
