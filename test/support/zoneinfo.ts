import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INTL_RULES } from '../../src/schedule/zone-rules.js';
import { INTL_ZONES } from '../../src/schedule/zones.js';

export interface TzifParts {
  /** Seconds east of UTC, before the first change. */
  readonly first: number;
  /** Epoch seconds, and the seconds east of UTC from then on. */
  readonly changes?: readonly (readonly [number, number])[];
  /** A POSIX TZ string. */
  readonly footer?: string;
}

/** A TZif file (RFC 9636) of version 2. */
export const makeTzif = ({ first, changes = [], footer = '' }: TzifParts): Buffer => {
  const times = Buffer.alloc(changes.length * 9);
  const types = Buffer.alloc((changes.length + 1) * 6);
  for (const [index, offset] of [first, ...changes.map(([, each]) => each)].entries())
    types.writeInt32BE(offset, index * 6);
  for (const [index, [at]] of changes.entries()) {
    times.writeBigInt64BE(BigInt(at), index * 8);
    times.writeUInt8(index + 1, changes.length * 8 + index);
  }
  const header = (timeCount: number, typeCount: number): Buffer => {
    const bytes = Buffer.alloc(44);
    bytes.write('TZif2');
    bytes.writeUInt32BE(timeCount, 32);
    bytes.writeUInt32BE(typeCount, 36);
    bytes.writeUInt32BE(4, 40);
    return bytes;
  };
  const names = Buffer.from('XXX\0');
  const empty = Buffer.concat([header(0, 1), Buffer.alloc(6), names]);
  return Buffer.concat([
    empty,
    header(changes.length, changes.length + 1),
    times,
    types,
    names,
    Buffer.from(`\n${footer}\n`),
  ]);
};

/**
 * A folder like /usr/share/zoneinfo from a made-up release without clock changes. Zones have this Node's offset at an
 * instant, except for the given ones, in seconds east of UTC.
 */
export const makeZoneinfo = async (
  folder: string,
  release: string,
  { at, others = {} }: { readonly at: number; readonly others?: Readonly<Record<string, number>> },
): Promise<void> => {
  for (const zone of new Set([...INTL_ZONES, ...Object.keys(others)])) {
    const file = join(folder, zone);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, makeTzif({ first: others[zone] ?? INTL_RULES.offsetOf(zone, at) / 1000 }));
  }
  await writeFile(join(folder, 'tzdata.zi'), `# version ${release}\n`);
};
