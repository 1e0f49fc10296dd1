import type { App } from '../../entities/app.js';
import type { AttributeService } from '../attributes/attribute-service.js';
import type { DeviceService } from '../devices/device-service.js';
import { LineAttributes, type LineChanges } from './line-attributes.js';
import type { JudgedLine, ReadBody, ReadDevice } from './read-device-file.js';

export interface LineReaderDeps {
  readonly attributes: Pick<AttributeService, 'types' | 'define'>;
  readonly devices: Pick<DeviceService, 'judge'>;
  readonly readBody: ReadBody;
}

/** Creates the function that reads and validates the lines of a file for this application. */
export const createLineReader = async (deps: LineReaderDeps, app: App): Promise<ReadDevice> => {
  const { attributes, devices, readBody } = deps;
  const { userId } = app;
  const reader = new LineAttributes(await attributes.types(userId), async (key, type) => {
    const known = (await attributes.types(userId)).get(key);
    if (known) return known;
    await attributes.define(userId, { key, type, writableByDevice: null });
    return type;
  });
  return (line) => {
    const input = readBody(line.body);
    if (line.attributes.length === 0) return { device: devices.judge(app, input, { isFromFile: true }), user: null };
    const externalUserId = input.externalUserId ?? null;
    const judge = (changes: LineChanges): JudgedLine => {
      const device = devices.judge(app, { ...input, attributes: changes.own }, { isFromFile: true });
      reader.learn(changes);
      const isChanged = externalUserId !== null && Object.keys(changes.user).length > 0;
      return { device, user: isChanged ? { externalUserId, attributes: changes.user } : null };
    };
    const changes = reader.read(line.attributes, externalUserId !== null);
    return changes instanceof Promise ? changes.then(judge) : judge(changes);
  };
};
