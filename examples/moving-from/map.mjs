// What another service has exported, as the lines with which devices register here (JSON lines, for an import):
//
//   node map.mjs SERVICE KIND < EXPORT > devices.jsonl
//
// SERVICE is onesignal, firebase, countly or parse; KIND is what the lines are for: ios (Apple), android (Firebase), or
// onesignal (devices that go on being reached through OneSignal). The pages below docs/moving-from say how to export.
// Devices of another kind, without a token, or unsubscribed are left out and counted on standard error.
import { text } from 'node:stream/consumers';

/** RFC 4180. */
const readCsv = (content) => {
  const cells = [...content.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  const rows = [[]];
  for (const [all, quoted, plain] of cells) {
    if (/^\r?\n/.test(all)) rows.push([]);
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  const [header, ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
};

const readLines = (content) =>
  content
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** `{ "vip": "true", "plan": "gold" }` as tags: what is merely on is its name, the rest is `plan:gold`. */
const toTags = (tags) =>
  Object.entries(tags).map(([name, value]) => (['true', '1'].includes(String(value)) ? name : `${name}:${value}`));

/** Offsets are no zones: they know no summer time. Devices say their zone when they next register. */
const SERVICES = {
  onesignal: {
    read: readCsv,
    kindOf: ({ device_type: type }) => ({ 0: 'ios', 1: 'android' })[type],
    isLeftOut: (row) => row.invalid_identifier === 't' || Number(row.notification_types || 1) <= 0,
    toDevice: (row, kind) => ({
      ...(kind === 'onesignal' ? { subscription_id: row.id } : { token: row.identifier }),
      language: row.language,
      country: row.country,
      timezone: row.timezone_id,
      external_user_id: row.external_user_id,
      audiences: toTags(JSON.parse(row.tags || '{}')),
      app_version: row.game_version,
    }),
  },
  firebase: {
    read: readLines,
    kindOf: () => 'android',
    isLeftOut: ({ token }) => !token,
    toDevice: ({ token, user, locale, timezone, platform, topics = {} }) => ({
      token,
      language: locale,
      timezone,
      external_user_id: user,
      audiences: Object.keys(topics),
      platform,
    }),
  },
  countly: {
    read: readLines,
    kindOf: ({ tk = {} }) => (tk.ip ? 'ios' : tk.ap ? 'android' : null),
    isLeftOut: () => false,
    toDevice: ({ tk, user: [user = {}] = [] }, kind) => ({
      token: kind === 'ios' ? tk.ip : tk.ap,
      language: user.la,
      country: user.cc === 'Unknown' ? '' : user.cc,
      external_user_id: user.did,
      // Countly keeps no dots in keys and values: 2:4:1 is version 2.4.1.
      app_version: user.av?.replaceAll(':', '.'),
    }),
  },
  parse: {
    read: (content) => JSON.parse(content).results,
    kindOf: ({ deviceType }) => deviceType,
    isLeftOut: ({ deviceToken }) => !deviceToken,
    toDevice: ({ deviceToken, localeIdentifier, timeZone, channels = [], appVersion, user }) => ({
      token: deviceToken,
      language: localeIdentifier,
      timezone: timeZone,
      external_user_id: user?.objectId,
      audiences: channels.filter(Boolean),
      app_version: appVersion,
    }),
  },
};

const [name, kind] = process.argv.slice(2);
const service = SERVICES[name];
if (!service || !['ios', 'android', 'onesignal'].includes(kind)) {
  process.stderr.write('Usage: node map.mjs onesignal|firebase|countly|parse ios|android|onesignal < EXPORT\n');
  process.exit(1);
}

const isGiven = (value) => value !== undefined && value !== null && value !== '';
let leftOut = 0;
for (const row of service.read(await text(process.stdin))) {
  const isMeant = kind === 'onesignal' || service.kindOf(row) === kind;
  if (!isMeant || service.isLeftOut(row)) {
    leftOut += 1;
    continue;
  }
  const device = { platform: kind === 'onesignal' ? undefined : kind, ...service.toDevice(row, kind) };
  const given = Object.entries(device).filter(([, value]) => isGiven(value));
  process.stdout.write(`${JSON.stringify(Object.fromEntries(given))}\n`);
}
process.stderr.write(`${leftOut} left out\n`);
