import { parseEventId } from '../../../src/services/pubsub/event-id.js';
import type { ReadEvent } from '../../support/event-servers/read-sink.js';

/** Counts the events that a consumer gets. The order is that of each event's first arrival. */
export class Judge {
  duplicates = 0;
  orderViolations = 0;
  private readonly seen = new Set<string>();
  private readonly latest = new Map<string, number>();

  get unique(): number {
    return this.seen.size;
  }

  readonly see = ({ id, data }: ReadEvent): void => {
    if (this.seen.has(id)) {
      this.duplicates += 1;
      return;
    }
    this.seen.add(id);
    const { position = 0, entry = 999_999 } = parseEventId(id) ?? {};
    const place = position * 1_000_000 + entry;
    const device = String(data.device_id);
    if (place <= (this.latest.get(device) ?? 0)) this.orderViolations += 1;
    this.latest.set(device, place);
  };
}
