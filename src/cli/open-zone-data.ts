import type { TzdataConfig } from '../config/tzdata.js';
import { ZoneData } from '../tzdata/zone-data.js';

/** Commands that need time zones call this; other commands do not wait for the data. */
export const openZoneData = (config: TzdataConfig): Promise<ZoneData> =>
  ZoneData.open(config, {
    warn: ({ source, reason }, message) => process.stderr.write(`${message}: ${source}: ${reason}\n`),
  });
