import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TzdataConfig } from '../../src/config/tzdata.js';
import { ConfigError } from '../../src/errors.js';
import { localToInstant } from '../../src/schedule/local-to-instant.js';
import { INTL_RULES, replaceZoneRules, zoneRules } from '../../src/schedule/zone-rules.js';
import { allZones, canonicalZone } from '../../src/schedule/zones.js';
import { ZoneData } from '../../src/tzdata/zone-data.js';
import { makeTzif, makeZoneinfo } from '../support/zoneinfo.js';

const HOUR = 3_600;
const AT = Date.UTC(2030, 0, 15);
const NOON = { date: '2030-01-15', minute: 720 };
const installed = createRequire(import.meta.url)('tzdata/timezone-data.json');

let folder: string;
const warnings: { source?: string; reason: string }[] = [];
const log = { warn: (details: { source?: string; reason: string }) => void warnings.push(details) };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-zones-'));
  warnings.length = 0;
});
afterEach(async () => {
  replaceZoneRules(null);
  await rm(folder, { recursive: true, force: true });
});

const open = (config: Partial<TzdataConfig> = {}) => ZoneData.open({ source: 'auto', path: folder, ...config }, log);
const inUse = () => [zoneRules().source, zoneRules().release];

const zoneinfo = (release: string, others: Readonly<Record<string, number>> = {}) =>
  makeZoneinfo(folder, release, { at: AT, others });

/** The npm package's files with a different release and different lines for some zones. */
const packaged = (version: string, zones: object = {}) =>
  writeFile(
    join(folder, 'timezone-data.json'),
    JSON.stringify({ ...installed, version, zones: { ...installed.zones, ...zones } }),
  );

const messageOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    (error) => (error instanceof ConfigError ? error.message : String(error)),
  );

describe('rules for clocks', () => {
  test('are Node.js’s own if configured, or if the releases are equal', async () => {
    await open({ source: 'node', path: null });
    expect(inUse()).toEqual(['node', INTL_RULES.release]);
    expect(zoneRules()).toBe(INTL_RULES);
  });

  test('come from the newest source by default', async () => {
    const data = await open({ path: null });
    const newest = [INTL_RULES.release, installed.version].sort().at(-1);
    expect((zoneRules().release ?? '') >= (newest ?? '')).toBe(true);
    await data.stop();
    await zoneinfo('2099a', { 'Europe/Berlin': 5 * HOUR });
    await open();
    expect(inUse()).toEqual(['system', '2099a']);
    expect(localToInstant(NOON, 'europe/BERLIN')).toBe(Date.parse('2030-01-15T07:00:00Z'));
    expect(localToInstant(NOON, 'Europe/Paris')).toBe(Date.parse('2030-01-15T11:00:00Z'));
    expect(warnings).toEqual([]);
  });

  test('older than those of Node.js are not used unless configured', async () => {
    await zoneinfo('2001a', { 'Europe/Berlin': 5 * HOUR });
    await open();
    expect(zoneRules().release).not.toBe('2001a');
    await open({ source: 'system' });
    expect(inUse()).toEqual(['system', '2001a']);
  });

  test('come from a package, with its links', async () => {
    await packaged('2099b', {
      'Asia/Kolkata': [
        ['-330', '-', 'IST', String(Date.UTC(2029, 0, 1))],
        ['-360', '-', 'IST', null],
      ],
    });
    await open();
    expect(inUse()).toEqual(['package', '2099b']);
    // Both names work, and Intl's canonical name is the older one.
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta']) {
      expect(localToInstant(NOON, zone)).toBe(Date.parse('2030-01-15T06:00:00Z'));
    }
    expect(localToInstant({ ...NOON, date: '2026-01-15' }, 'Asia/Kolkata')).toBe(Date.parse('2026-01-15T06:30:00Z'));
  });

  test('from a package are parsed once', async () => {
    await packaged('2099b');
    const parse = jest.spyOn(JSON, 'parse');
    await open();
    const parsed = parse.mock.calls.filter(([text]) => text.length > 100_000);
    parse.mockRestore();
    expect(inUse()).toEqual(['package', '2099b']);
    expect(parsed).toHaveLength(1);
  });

  test('include all names of Intl, and new ones', async () => {
    const before = allZones();
    await zoneinfo('2099a', { 'Europe/Atlantis': 3 * HOUR, 'right/Europe/Rome': HOUR, 'Mars/Olympus': HOUR });
    await rm(join(folder, 'Asia'), { recursive: true });
    await open();
    expect(allZones()).toEqual([...before, 'Europe/Atlantis'].sort());
    expect(allZones()).toBe(allZones());
    expect(canonicalZone('europe/atlantis')).toBe('Europe/Atlantis');
    expect(localToInstant(NOON, 'Europe/Atlantis')).toBe(Date.parse('2030-01-15T09:00:00Z'));
    // Zones that the folder lacks come from Intl.
    expect(localToInstant(NOON, 'Asia/Kolkata')).toBe(Date.parse('2030-01-15T06:30:00Z'));
    for (const name of ['right/Europe/Rome', 'Mars/Olympus', 'Factory']) expect(canonicalZone(name)).toBeNull();
    replaceZoneRules(null);
    expect(allZones()).toBe(before);
    expect(canonicalZone('Europe/Atlantis')).toBeNull();
  });

  test('never follow a name outside the folder', async () => {
    await zoneinfo('2099a');
    await writeFile(join(folder, 'Secret'), makeTzif({ first: HOUR }));
    await symlink('/', join(folder, 'Europe', 'Root'));
    await open();
    const names = ['../Secret', 'Europe/../Secret', 'Europe/../../etc/passwd', '/etc/passwd', 'Europe/Root/etc/passwd'];
    for (const name of [...names, 'Secret', 'Europe', 'Europe/Root', 'tzdata.zi', 'Europe/Berlin\0']) {
      expect(canonicalZone(name)).toBeNull();
    }
  });
});

describe('unusable data', () => {
  const broken: [string, () => Promise<void>, string][] = [
    [
      'a zone of rubbish',
      () => writeFile(join(folder, 'Europe', 'Berlin'), 'rubbish'),
      'Europe/Berlin: it is not a TZif',
    ],
    ['a zone that leads nowhere', () => symlink('/nowhere', join(folder, 'Europe', 'New')), 'Europe/New: ENOENT'],
    [
      'a zone that never ends',
      () => symlink('/dev/zero', join(folder, 'Europe', 'New')),
      'Europe/New: it is not a file',
    ],
    [
      'a handful of zones',
      () => rm(join(folder, 'America'), { recursive: true }).then(() => rm(join(folder, 'Asia'), { recursive: true })),
      'zones',
    ],
  ];

  test.each(broken)('have %s: the next source is used, and the log gives the reason', async (_name, spoil, reason) => {
    await zoneinfo('2099a');
    await spoil();
    await open();
    expect(zoneRules().release).not.toBe('2099a');
    expect(warnings).toEqual([{ source: 'system', place: folder, reason: expect.stringContaining(reason) }]);
    expect(await messageOf(open({ source: 'system' }))).toMatch(/^TZDATA: is system, but \S+ cannot be used: .*\.$/);
  });

  const rules = { Bad: [['2020', 'max', '-', 'Foo', 'lastSun', ['1', '0', '0', 'u'], '60', 'S']] };
  test.each([
    ['no JSON', '{', 'not JSON'],
    ['no zones', JSON.stringify({ version: '2099a' }), 'no zones'],
    ['no release', JSON.stringify({ ...installed, version: 'newest' }), 'release'],
    ['a rule without a month', JSON.stringify({ ...installed, version: '2099a', rules }), 'day'],
    ['a zone without its rules', JSON.stringify({ ...installed, version: '2099a', rules: {} }), 'no rules'],
    ['a zone of numbers', JSON.stringify({ version: '2099a', rules: {}, zones: { UTC: [[1, 2, 3, null], []] } }), ''],
    [
      'a year a million',
      JSON.stringify({
        version: '2099a',
        zones: {},
        rules: { A: [['1000000', 'max', '-', 'Jan', '1', ['0', '0', '0', null], '0', '-']] },
      }),
      'a number from',
    ],
    ['five megabytes', ' '.repeat(5 << 20), '5242880 bytes'],
  ])('come in a package with %s', async (_name, text, reason) => {
    await writeFile(join(folder, 'timezone-data.json'), text);
    await open();
    expect(zoneRules().release).not.toBe('2099a');
    expect(warnings).toEqual([{ source: 'package', place: folder, reason: expect.stringContaining(reason) }]);
    expect(await messageOf(open({ source: 'package' }))).toMatch(/^TZDATA: is package, but \S+ cannot be used: .*\.$/);
  });

  test('contain links that form a cycle', async () => {
    await packaged('2099a', { 'Europe/One': 'Europe/Two', 'Europe/Two': 'Europe/One', 'Europe/Three': '__proto__' });
    await open();
    expect(inUse()).toEqual(['package', '2099a']);
    for (const name of ['Europe/One', 'Europe/Two', 'Europe/Three']) expect(canonicalZone(name)).toBeNull();
  });

  test('are missing: the start names the setting to change', async () => {
    expect(await messageOf(open())).toMatch(/^TZDATA_PATH: is ".*", which has neither .*\.$/);
    for (const source of ['system', 'package'] as const) {
      expect(await messageOf(open({ source }))).toMatch(/^TZDATA: is .*\.$/);
    }
  });
});

describe('a reload', () => {
  test('applies the new rules, reports that, and drops values cached from the old rules', async () => {
    await zoneinfo('2099a', { 'Europe/Berlin': HOUR });
    const data = await open();
    let changes = 0;
    data.onChanged = () => {
      changes += 1;
    };
    expect(localToInstant(NOON, 'Europe/Berlin')).toBe(Date.parse('2030-01-15T11:00:00Z'));
    await zoneinfo('2099b', { 'Europe/Berlin': 4 * HOUR });
    await data.reload();
    expect(inUse()).toEqual(['system', '2099b']);
    expect(localToInstant(NOON, 'Europe/Berlin')).toBe(Date.parse('2030-01-15T08:00:00Z'));
    expect(changes).toBe(1);
  });

  test('keeps its data while the new files are broken, and uses them once they are complete', async () => {
    await zoneinfo('2099a', { 'Europe/Berlin': 2 * HOUR });
    const data = await open();
    await zoneinfo('2099b', { 'Europe/Berlin': 4 * HOUR });
    await writeFile(join(folder, 'Asia', 'Tokyo'), 'half');
    await data.reload();
    expect(inUse()).toEqual(['system', '2099a']);
    expect(localToInstant(NOON, 'Europe/Berlin')).toBe(Date.parse('2030-01-15T10:00:00Z'));
    await writeFile(join(folder, 'tzdata.zi'), 'who knows');
    await data.reload();
    expect(inUse()).toEqual(['system', '2099a']);
    expect(warnings).toHaveLength(2);
    await zoneinfo('2099c');
    await data.reload();
    expect(inUse()).toEqual(['system', '2099c']);
  });

  test('happens automatically once changed files are the same in two checks', async () => {
    await zoneinfo('2099a');
    const data = await open();
    await data.look();
    expect(zoneRules().release).toBe('2099a');
    const file = join(folder, 'tzdata.zi');
    for (const [index, release] of ['2099b', '2099c'].entries()) {
      await writeFile(file, `# version ${release}\n`);
      await utimes(file, AT / 1000, AT / 1000 + index);
      await data.look();
      expect(zoneRules().release).toBe('2099a');
    }
    const looks = [data.look(), data.look()];
    await Promise.all(looks);
    expect(zoneRules().release).toBe('2099c');
  });

  test('returns to Node.js’s rules if the others are gone', async () => {
    await mkdir(join(folder, 'empty'));
    await zoneinfo('2099a');
    const data = await open();
    await rm(join(folder, 'tzdata.zi'));
    await data.reload();
    expect(zoneRules().release).not.toBe('2099a');
  });
});
