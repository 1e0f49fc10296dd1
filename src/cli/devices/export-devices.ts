import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import { AppError } from '../../errors.js';
import type { AttributeType } from '../../ports/attributes.js';
import { systemClock } from '../../ports/clock.js';
import { AttributeService } from '../../services/attributes/attribute-service.js';
import { type AttributeColumn } from '../../services/device-imports/attribute-columns.js';
import { DEVICE_COLUMNS } from '../../services/device-imports/device-columns.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
import { MAX_COLUMNS } from '../../services/device-imports/guess-columns.js';
import { type ExportFormat, formatDevice, formatHeader } from './format-device.js';
import { readDeviceAttributes, readDevices } from './read-devices.js';

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

/**
 * Finds the attributes of the devices, each with its type, so that an import reads a text `0049` as a text again. The
 * header of a CSV file comes first, so this takes a pass over the devices.
 * @throws BAD_USER_INPUT if a CSV file cannot hold all attributes.
 */
const findAttributeColumns = async (
  database: Database,
  app: App,
  { all, types }: { readonly all: boolean; readonly types: ReadonlyMap<string, AttributeType> },
): Promise<readonly AttributeColumn[]> => {
  if (types.size === 0) return [];
  const [users, own] = [new Set<string>(), new Set<string>()];
  for await (const page of readDeviceAttributes(database, app, { all })) {
    for (const { attributes, deviceAttributes } of page) {
      for (const key in attributes) users.add(key);
      for (const key in deviceAttributes) own.add(key);
    }
  }
  const toColumns = (keys: ReadonlySet<string>, isOwn: boolean): AttributeColumn[] =>
    [...keys].sort().map((key) => ({ key, type: types.get(key) ?? null, isOwn }));
  const columns = [...toColumns(users, false), ...toColumns(own, true)];
  if (DEVICE_COLUMNS.length + columns.length <= MAX_COLUMNS) return columns;
  const message = `The devices have ${columns.length} attributes, too many for the ${MAX_COLUMNS} columns of a CSV file. Export them as JSON lines, with --format jsonl.`;
  throw new AppError('BAD_USER_INPUT', message);
};
