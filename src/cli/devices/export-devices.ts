import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import { systemClock } from '../../ports/clock.js';
import { AttributeService } from '../../services/attributes/attribute-service.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
import { findAttributeColumns } from './attribute-columns.js';
import { type ExportFormat, formatDevice, formatHeader } from './format-device.js';
import { readDevices } from './read-devices.js';

export interface ExportOptions {
  readonly format: DeviceFormat;
  /** Includes inactive devices. */
  readonly all: boolean;
  /** Leaves standard output open. */
  readonly end: boolean;
}

/** Writes an application's devices as fast as the output accepts them. Returns their number. */
export const exportDevices = async (
  database: Database,
  app: App,
  { output, ...options }: ExportOptions & { readonly output: Writable },
): Promise<number> => {
  let exported = 0;
  const { all, format, end } = options;
  async function* pages(): AsyncGenerator<string> {
    const types = await new AttributeService(database, systemClock).types(app.userId);
    const attributes = format === 'csv' ? await findAttributeColumns(database, app, { all, types }) : [];
    const how: ExportFormat = { format, provider: app.pushProvider, attributes, types };
    yield formatHeader(how);
    for await (const page of readDevices(database, app, { all })) {
      yield page.map((device) => formatDevice(device, how)).join('');
      exported += page.length;
    }
  }
  // Reading one page ahead is enough.
  await pipeline(Readable.from(withoutEmpty(pages()), { highWaterMark: 1 }), output, { end });
  return exported;
};

async function* withoutEmpty(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) if (text !== '') yield text;
}
