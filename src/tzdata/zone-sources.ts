import { open, readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chunk } from '../collections.js';
import { INTL_RULES, type ZoneRules } from '../schedule/zone-rules.js';
import { INTL_ZONES } from '../schedule/zones.js';
import { compileZones, type LazyHistory } from './compile-zones.js';
import { AREAS, HistoryRules, isZoneName } from './history-rules.js';
import { MAX_TZIF_BYTES, parseTzif } from './tzif.js';
import { ZoneDataError } from './zone-history.js';

export type SourceName = 'node' | 'system' | 'package';

/** A source of time-zone rules. */
export interface ZoneSource {
  readonly name: SourceName;
  /** The folder; null for rules inside the program. */
  readonly place: string | null;
  /** Changes whenever the files may have changed; null if there are none. */
  readMark(): Promise<string | null>;
  /** The release available now, or null. @throws ZoneDataError if its release cannot be determined. */
  find(): Promise<FoundRelease | null>;
}

/** An available release of the tz database. */
export interface FoundRelease {
  readonly release: string;
  /** Reads the rules, reusing what was already read. @throws ZoneDataError with the problem. */
  load(): Promise<ZoneRules>;
}

export const nodeSource: ZoneSource = {
  name: 'node',
  place: null,
  readMark: async () => '',
  find: async () => ({ release: INTL_RULES.release, load: async () => INTL_RULES }),
};

/** Folders in which systems keep the output of `zic`. */
export const SYSTEM_FOLDER = '/usr/share/zoneinfo';
/** Either file names the release: the former on Debian, Fedora and relatives, the latter on macOS. */
const RELEASE_FILES = ['tzdata.zi', '+VERSION'] as const;
const RELEASE_BYTES = 64;
/** `# version 2025b`, or `2025b` alone; `2025b-rearguard` has the same clocks. */
const RELEASE = /^(?:# version )?(\d{4}[a-z]{1,2})\b/;
const MAX_FILES = 5_000;
const FILES_AT_ONCE = 32;

/** A folder of TZif files. */
export const systemSource = (folder: string): ZoneSource => {
  const readRelease = async (): Promise<string | null> => {
    const heads = await Promise.all(RELEASE_FILES.map((name) => readHead(join(folder, name))));
    const head = heads.find((text) => text !== null);
    return head === undefined ? null : parseRelease(head);
  };
  const load = async (release: string): Promise<ZoneRules> => {
    const histories = await readFolder(folder);
    // Files that change while they are read are not a release.
    if ((await readRelease()) !== release) throw new ZoneDataError('it was replaced while it was read');
    return new HistoryRules(histories, { release, source: 'system', since: beginOf(INTL_RULES.release) });
  };
  return {
    name: 'system',
    place: folder,
    readMark: async () => joinMarks(await Promise.all(RELEASE_FILES.map((name) => readStat(join(folder, name))))),
    find: async () => {
      const release = await readRelease();
      return release === null ? null : { release, load: () => load(release) };
    },
  };
};

const PACKAGE_FILE = 'timezone-data.json';
const MAX_PACKAGE_BYTES = 4 * 1024 * 1024;

/** The folder of the npm package `tzdata`: one file, parsed once for its release and its rules. */
export const packageSource = (folder: string | null): ZoneSource => {
  const file = folder === null ? null : join(folder, PACKAGE_FILE);
  return {
    name: 'package',
    place: folder,
    readMark: async () => (file === null ? null : joinMarks([await readStat(file)])),
    find: async () => {
      if (file === null || (await readStat(file)) === null) return null;
      const data = await readPackage(file);
      const release = parseRelease(String(data.version));
      return { release, load: async () => compilePackage(data, release) };
    },
  };
};

const compilePackage = (data: Record<string, unknown>, release: string): ZoneRules => {
  const named = [...compileZones(data)].filter(([name]) => isZoneName(name));
  return new HistoryRules(new Map(named), { release, source: 'package', since: beginOf(INTL_RULES.release) });
};

/** Returns the folder in which Node.js finds the package, or null. */
export const findPackage = (): string | null => {
  try {
    return dirname(createRequire(import.meta.url).resolve(`tzdata/${PACKAGE_FILE}`));
  } catch {
    return null;
  }
};

/** The kind of folder, or null. */
export const kindOf = async (folder: string): Promise<'system' | 'package' | null> => {
  if ((await readStat(join(folder, PACKAGE_FILE))) !== null) return 'package';
  const found = await Promise.all(RELEASE_FILES.map((name) => readStat(join(folder, name))));
  return found.some((mark) => mark !== null) ? 'system' : null;
};

/**
 * Node's rules apply to the past: later releases correct history before Node's own release, and daily counts must not
 * change. The package has also lost some of the past (`compileZones`).
 */
const beginOf = (release: string): number => {
  const year = Number(/^(\d{4})/.exec(release)?.[1]);
  return Number.isNaN(year) ? Number.NEGATIVE_INFINITY : Date.UTC(year, 0, 1);
};

const parseRelease = (text: string): string => {
  const [, release] = RELEASE.exec(text) ?? [];
  if (release !== undefined) return release;
  throw new ZoneDataError('its release is unknown');
};

const readPackage = async (file: string): Promise<Record<string, unknown>> => {
  const data = parseJson((await readBounded(file, MAX_PACKAGE_BYTES)).toString('utf8'));
  if (typeof data === 'object' && data !== null) return data as Record<string, unknown>;
  throw new ZoneDataError(`${PACKAGE_FILE} is not JSON with zones and rules`);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Every zone below the areas that Intl knows, by name. Names come only from here, never from callers. */
const readFolder = async (folder: string): Promise<Map<string, LazyHistory>> => {
  const areas = await Promise.all([...AREAS].map((area) => listArea(folder, area)));
  const others = (await readdir(folder)).filter((name) => INTL_ZONES.has(name));
  const names = [...others, ...areas.flat()];
  const histories = new Map<string, LazyHistory>();
  for (const some of chunk(names.slice(0, MAX_FILES), FILES_AT_ONCE)) {
    const read = await Promise.all(some.map((name) => readZone(folder, name)));
    for (const [index, name] of some.entries()) {
      const history = read[index];
      if (history) histories.set(name, () => history);
    }
  }
  if (histories.size < ZONES_AT_LEAST) throw new ZoneDataError(`it has ${histories.size} zones`);
  return histories;
};

/** The tz database has about 350 zones without links; a folder with fewer is incomplete. */
const ZONES_AT_LEAST = 250;

/** `America/Lima` and `America/Indiana/Knox`: no deeper, and without following links to folders. */
const listArea = async (folder: string, area: string, depth = 2): Promise<string[]> => {
  const entries = await readdir(join(folder, area), { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && depth > 1).map(({ name }) => `${area}/${name}`);
  const nested = await Promise.all(below.map((each) => listArea(folder, each, depth - 1)));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `${area}/${name}`);
  return [...files.filter(isZoneName), ...nested.flat()];
};

/** null for a link to a folder. */
const readZone = async (folder: string, name: string) => {
  const path = join(folder, name);
  if ((await stat(path).catch(toZoneDataError(name))).isDirectory()) return null;
  const bytes = await readBounded(path, MAX_TZIF_BYTES).catch(toZoneDataError(name));
  try {
    return parseTzif(bytes);
  } catch (error) {
    return toZoneDataError(name)(error);
  }
};

const toZoneDataError =
  (name: string) =>
  (error: unknown): never => {
    throw new ZoneDataError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  };

const readBounded = async (path: string, most: number): Promise<Buffer> => {
  const found = await stat(path);
  if (!found.isFile()) throw new ZoneDataError('it is not a file');
  if (found.size > most) throw new ZoneDataError(`it has ${found.size} bytes`);
  return readFile(path);
};

/** null if it does not exist. */
const readHead = async (path: string): Promise<string | null> => {
  if (!(await stat(path).catch(() => null))?.isFile()) return null;
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(RELEASE_BYTES), 0, RELEASE_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

const readStat = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
};

const joinMarks = (marks: readonly (string | null)[]): string | null =>
  marks.every((mark) => mark === null) ? null : marks.join(', ');
