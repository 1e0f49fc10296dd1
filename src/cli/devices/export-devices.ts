import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
import { formatDevice, formatHeader } from './format-device.js';
import { readDevices } from './read-devices.js';

export interface ExportOptions {
  readonly format: DeviceFormat;
  /** Those that are inactive too. */
  readonly all: boolean;
  /** Standard output stays open. */
  readonly end: boolean;
}

/** Writes an application's devices as fast as the output takes them; answers how many. */
export const exportDevices = async (
  database: Database,
  app: App,
  { output, ...options }: ExportOptions & { readonly output: Writable },
): Promise<number> => {
  let exported = 0;
  const { all, format, end } = options;
  async function* pages(): AsyncGenerator<string> {
    yield formatHeader(format);
    for await (const page of readDevices(database, app, { all })) {
      yield page.map((device) => formatDevice(device, app.pushProvider, format)).join('');
      exported += page.length;
    }
  }
  // One page ahead is enough.
  await pipeline(Readable.from(withoutEmpty(pages()), { highWaterMark: 1 }), output, { end });
  return exported;
};

async function* withoutEmpty(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) if (text !== '') yield text;
}
