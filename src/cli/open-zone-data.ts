import type { TzdataConfig } from '../config/tzdata.js';
import { ZoneData } from '../tzdata/zone-data.js';

/** For commands that ask for clocks or say by which they go; the others need not wait for it. */
export const openZoneData = (config: TzdataConfig): Promise<ZoneData> =>
  ZoneData.open(config, {
    warn: ({ source, reason }, message) => process.stderr.write(`${message}: ${source}: ${reason}\n`),
  });
