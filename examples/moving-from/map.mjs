// Converts the export of another service to lines with which devices are imported here (JSON lines):
//
//   node map.mjs SERVICE KIND [USERS.csv] < EXPORT > devices.jsonl
//
// SERVICE is onesignal, firebase, countly or parse. KIND is the kind of device: ios (Apple), android (Firebase), or
// onesignal (devices that are still reached through OneSignal). USERS.csv has what Google Analytics knows of the users,
// for firebase only. The pages in docs/moving-from explain each export.
// Devices of another kind, without a token, or unsubscribed are left out and counted on standard error.
import { readFileSync } from 'node:fs';
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

/** Our keys are lower case with underscores: `favouriteTeam` becomes `favourite_team`. */
const toKey = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40);

/** Strings, numbers, booleans, dates and lists of strings; pointers, files and other objects have no counterpart. */
const toAttribute = (value) => {
  if (value?.__type === 'Date') return value.iso;
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string') ? value : undefined;
  return typeof value === 'object' ? undefined : value;
};

const toAttributes = (fields) => {
  const entries = Object.entries(fields).map(([name, value]) => [toKey(name), toAttribute(value)]);
  return Object.fromEntries(entries.filter(([key, value]) => key !== '' && isGiven(value)));
};

const isSwitch = (value) => /^(true|false|[01]|)$/.test(value);
const isNumber = (value) => /^-?\d{1,15}(\.\d+)?$/.test(value);

/**
 * Some services store only text. All values of a key in the file decide its type: a switch, which becomes a tag where
 * it is on; a number; or a text.
 */
const readTexts = (rows, fieldsOf) => {
  const kinds = new Map();
  for (const [name, value] of rows.flatMap((row) => Object.entries(fieldsOf(row)))) {
    const before = kinds.get(name) ?? { isSwitch: true, isNumber: true };
    kinds.set(name, {
      isSwitch: before.isSwitch && isSwitch(value),
      isNumber: before.isNumber && (value === '' || isNumber(value)),
    });
  }
  const isTag = (name) => kinds.get(name).isSwitch;
  return {
    tags: (fields) => Object.keys(fields).filter((name) => isTag(name) && ['true', '1'].includes(fields[name])),
    attributes: (fields) =>
      toAttributes(
        Object.fromEntries(
          Object.entries(fields)
            .filter(([name, value]) => !isTag(name) && value !== '')
            .map(([name, value]) => [name, kinds.get(name).isNumber ? Number(value) : value]),
        ),
      ),
  };
};

const oneSignalTags = ({ tags }) =>
  Object.fromEntries(Object.entries(JSON.parse(tags || '{}')).map(([name, value]) => [name, String(value)]));

const analyticsProperties = ({ user_properties: properties }) =>
  Object.fromEntries(JSON.parse(properties || '[]').map(({ name, value }) => [name, value ?? '']));

/** The fields that Parse keeps itself; all others of an installation or a user are your own. */
const PARSE_FIELDS = new Set([
  ...['objectId', 'createdAt', 'updatedAt', 'ACL', '__type', 'className', 'sessionToken', 'authData'],
  ...['deviceType', 'deviceToken', 'pushType', 'GCMSenderId', 'installationId', 'localeIdentifier', 'timeZone'],
  ...['channels', 'badge', 'appName', 'appVersion', 'appIdentifier', 'parseVersion', 'user'],
  ...['username', 'password', 'email', 'emailVerified'],
]);
const ownFields = (object = {}) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !PARSE_FIELDS.has(name)));

/** An offset is not a zone, because it has no summer time. Devices report their zone when they next register. */
const SERVICES = {
  onesignal: {
    read: readCsv,
    kindOf: ({ device_type: type }) => ({ 0: 'ios', 1: 'android' })[type],
    isLeftOut: (row) => row.invalid_identifier === 't' || Number(row.notification_types || 1) <= 0,
    createMapper: (rows) => {
      const texts = readTexts(rows, oneSignalTags);
      return (row, kind) => ({
        ...(kind === 'onesignal' ? { subscription_id: row.id } : { token: row.identifier }),
        language: row.language,
        country: row.country,
        timezone: row.timezone_id,
        external_user_id: row.external_user_id,
        audiences: texts.tags(oneSignalTags(row)),
        app_version: row.game_version,
        attributes: texts.attributes(oneSignalTags(row)),
      });
    },
  },
  firebase: {
    read: readLines,
    kindOf: () => 'android',
    isLeftOut: ({ token }) => !token,
    createMapper: (_rows, users) => {
      const texts = readTexts(users, analyticsProperties);
      const byId = new Map(users.map((user) => [user.user_id, user]));
      return ({ token, user, locale, timezone, platform, topics = {} }) => {
        const known = byId.get(user) ?? {};
        const properties = analyticsProperties(known);
        return {
          token,
          language: locale,
          timezone,
          external_user_id: user,
          audiences: [...Object.keys(topics), ...JSON.parse(known.audiences || '[]'), ...texts.tags(properties)],
          platform,
          attributes: texts.attributes(properties),
        };
      };
    },
  },
  countly: {
    read: readLines,
    kindOf: ({ tk = {} }) => (tk.ip ? 'ios' : tk.ap ? 'android' : null),
    isLeftOut: () => false,
    createMapper:
      () =>
      ({ tk, user: [user = {}] = [] }, kind) => ({
        token: kind === 'ios' ? tk.ip : tk.ap,
        language: user.la,
        country: user.cc === 'Unknown' ? '' : user.cc,
        external_user_id: user.did,
        // Countly keeps no dots in keys and values: 2:4:1 is version 2.4.1.
        app_version: user.av?.replaceAll(':', '.'),
        attributes: toAttributes({ birthYear: user.byear, gender: user.gender, ...user.custom }),
      }),
  },
  parse: {
    read: (content) => JSON.parse(content).results,
    kindOf: ({ deviceType }) => deviceType,
    isLeftOut: ({ deviceToken }) => !deviceToken,
    createMapper: () => (installation) => ({
      token: installation.deviceToken,
      language: installation.localeIdentifier,
      timezone: installation.timeZone,
      external_user_id: installation.user?.objectId,
      audiences: (installation.channels ?? []).filter(Boolean),
      app_version: installation.appVersion,
      attributes: toAttributes(ownFields(installation.user)),
      device_attributes: toAttributes(ownFields(installation)),
    }),
  },
};

const isGiven = (value) =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  Object.keys(value).length + Number(Object(value) !== value) > 0;

const [name, kind, usersFile] = process.argv.slice(2);
const service = SERVICES[name];
if (!service || !['ios', 'android', 'onesignal'].includes(kind) || (usersFile && name !== 'firebase')) {
  process.stderr.write(
    'Usage: node map.mjs onesignal|firebase|countly|parse ios|android|onesignal [USERS.csv] < EXPORT\n',
  );
  process.exit(1);
}

const rows = service.read(await text(process.stdin));
const meant = rows.filter((row) => (kind === 'onesignal' || service.kindOf(row) === kind) && !service.isLeftOut(row));
const toDevice = service.createMapper(rows, usersFile ? readCsv(readFileSync(usersFile, 'utf8')) : []);
for (const row of meant) {
  const device = { platform: kind === 'onesignal' ? undefined : kind, ...toDevice(row, kind) };
  const given = Object.entries(device).filter(([, value]) => isGiven(value));
  process.stdout.write(`${JSON.stringify(Object.fromEntries(given))}\n`);
}
process.stderr.write(`${rows.length - meant.length} left out\n`);
