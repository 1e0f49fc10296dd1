import { isIP } from 'node:net';
import type { Device, DeviceAttributes } from '../../entities/device.js';
import { type HostSuffixes, isCovered } from '../../providers/outbound/host-suffixes.js';
import { PROVIDERS, titledProvider } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { readWindowText, toWindowText } from '../../schedule/quiet-hours.js';
import { allZones, canonicalZone } from '../../schedule/zones.js';
import { describeText, isPlainText, isWithin } from '../../text/characters.js';
import { canonicalCountry, countryHint } from '../../text/country.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { canonicalLanguage, languageHint } from '../../text/language.js';
import { isStoredTag, isTag, MAX_TAG, TAG_DESCRIPTION } from '../../text/tags.js';
import { type AttributeChanges, readAttributeChanges } from '../attributes/attribute-rules.js';
import { codeOfText, type Violations } from '../rules/violations.js';
import type { DeviceAddressInput, DeviceAttributesInput } from './device-input.js';

const MAX_TOKEN = 4_096;
const MAX_ENDPOINT = 2_048;
const MAX_TEXT = { external_user_id: 255, platform: 64, app_version: 64 } as const;
const MAX_AUDIENCES = 1_000;
const P256_POINT_BYTES = 65;
const AUTH_BYTES = 16;

export interface AddressRules {
  readonly provider: ProviderName;
  /** `OUTBOUND_ALLOW_PRIVATE`: web push endpoints need not be https on a public port. */
  readonly allowPrivate: boolean;
  /** `WEBPUSH_HOSTS`; null: any push service. */
  readonly webPushHosts: HostSuffixes | null;
}

/** The columns that hold the address of a device. */
export type DeviceAddress = Readonly<Pick<Device, 'token' | 'p256dh' | 'auth'>>;

/** Reads the address that the application's provider requires; adds a violation and returns null for any other. */
export const readAddress = (
  violations: Violations,
  input: DeviceAddressInput,
  rules: AddressRules,
): DeviceAddress | null => {
  const { field } = PROVIDERS[rules.provider].address;
  if (field === 'subscription') return readSubscription(violations, input.subscription, rules);
  if (field === 'subscription_id') return readSubscriptionId(violations, input.subscriptionId ?? '', rules);
  const token = input.token ?? '';
  const good = token.length > 0 && token.length <= MAX_TOKEN && /^[\x21-\x7e]+$/.test(token);
  if (good) return { token, p256dh: null, auth: null };
  const message = `\`token\` is required, because the application's provider is ${titledProvider(rules.provider)}, and must have 1 to ${MAX_TOKEN} printable ASCII characters.`;
  violations.add('token', message);
  return null;
};

/** Normalises the id, so that one subscription is one device. */
const readSubscriptionId = (violations: Violations, text: string, rules: AddressRules): DeviceAddress | null => {
  const good = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
  if (good) return { token: text.toLowerCase(), p256dh: null, auth: null };
  const provider = titledProvider(rules.provider);
  const message = `\`subscription_id\` is required, because the application's provider is ${provider}, and must be the UUID that the provider issued.`;
  violations.add('subscription_id', message);
  return null;
};

const readSubscription = (
  violations: Violations,
  subscription: DeviceAddressInput['subscription'],
  { provider, allowPrivate, webPushHosts }: AddressRules,
): DeviceAddress | null => {
  if (!subscription) {
    violations.add(
      'subscription',
      `\`subscription\` with \`endpoint\` and \`keys\` is required for a ${provider} application.`,
      'REQUIRED',
    );
    return null;
  }
  const { endpoint, p256dh, auth } = subscription;
  const goodEndpoint = isPushEndpoint(endpoint, allowPrivate);
  violations.check(
    goodEndpoint,
    'subscription.endpoint',
    '`subscription.endpoint` must be the https address that the browser gave.',
  );
  const goodHost = !goodEndpoint || webPushHosts === null || isCovered(new URL(endpoint).hostname, webPushHosts);
  violations.check(
    goodHost,
    'subscription.endpoint',
    '`subscription.endpoint` is an address of a push service that this server does not send to (WEBPUSH_HOSTS).',
  );
  const point = Buffer.from(p256dh, 'base64url');
  const goodPoint = isBase64Url(p256dh) && point.length === P256_POINT_BYTES && point[0] === 4;
  violations.check(
    goodPoint,
    'subscription.keys.p256dh',
    '`subscription.keys.p256dh` must be an uncompressed P-256 point in base64url.',
  );
  const goodAuth = isBase64Url(auth) && Buffer.from(auth, 'base64url').length === AUTH_BYTES;
  violations.check(goodAuth, 'subscription.keys.auth', '`subscription.keys.auth` must be 16 bytes in base64url.');
  return goodEndpoint && goodHost && goodPoint && goodAuth ? { token: endpoint, p256dh, auth } : null;
};

/** A first check. The outbound guard later checks the address that the name resolves to. */
const isPushEndpoint = (endpoint: string, allowPrivate: boolean): boolean => {
  if (!isWithin(endpoint, MAX_ENDPOINT) || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username || url.password) return false;
  if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && ['', '8443'].includes(url.port) && isIP(host) === 0 && host.includes('.');
};

const isBase64Url = (text: string): boolean => /^[\w+/-]+={0,2}$/.test(text);

/** The optional columns that a request sets, in canonical form. An omitted field is absent. */
export type DeviceColumns = Partial<DeviceAttributes>;

/** Suggestions for invalid values. */
const HINTS = {
  language: languageHint,
  country: countryHint,
  timezone: (text: string): string => didYouMean(text, allZones()),
};

/** The properties that a request sets, and nothing about an address. */
export interface DeviceRequest {
  readonly columns: DeviceColumns;
  /** undefined: the tags stay unchanged. */
  readonly audiences: readonly string[] | null | undefined;
  /** The device's own attributes. undefined keeps them, null removes them all. */
  readonly attributes: AttributeChanges | null | undefined;
}

export const readRequest = (
  violations: Violations,
  input: DeviceAttributesInput,
  rules: { readonly isFromFile: boolean },
): DeviceRequest => ({
  columns: readAttributes(violations, input, rules),
  audiences: input.audiences,
  attributes: input.attributes ? readAttributeChanges(violations, input.attributes) : input.attributes,
});

/** @param isFromFile accepts every stored tag, including tags that a request could not name. */
const readAttributes = (
  violations: Violations,
  input: DeviceAttributesInput,
  { isFromFile }: { readonly isFromFile: boolean },
): DeviceColumns => {
  const columns: DeviceColumns = {};
  const canonical = (
    field: 'language' | 'country' | 'timezone',
    toCanonical: (value: string) => string | null,
    what: string,
  ): void => {
    const value = input[field];
    if (value === undefined) return;
    columns[field] = value === null ? null : toCanonical(value);
    if (value === null || columns[field] !== null) return;
    violations.add(field, `\`${field}\` must be ${what}.${HINTS[field](value)}`);
  };
  canonical('language', canonicalLanguage, 'a well-formed BCP 47 language tag');
  canonical('country', canonicalCountry, 'an ISO 3166-1 alpha-2 code');
  canonical('timezone', canonicalZone, 'an IANA time zone name');
  if (input.quietHours !== undefined) columns.quietHours = readWindow(violations, input.quietHours);
  checkText(violations, 'external_user_id', input.externalUserId);
  checkText(violations, 'platform', input.platform);
  checkText(violations, 'app_version', input.appVersion);
  checkAudiences(violations, input.audiences, isFromFile ? isStoredTag : isTag);
  for (const field of ['externalUserId', 'platform', 'appVersion'] as const) {
    const value = input[field];
    if (value !== undefined) columns[field] = value;
  }
  return columns;
};

const readWindow = (violations: Violations, text: string | null): string | null => {
  const window = text === null ? null : readWindowText(text);
  const rule =
    '`quiet_hours` must have `start` and `end` as HH:MM, which differ, and at least one of `days` if it is given.';
  violations.check(text === null || window !== null, 'quiet_hours', rule);
  return window && toWindowText(window);
};

const checkText = (violations: Violations, field: keyof typeof MAX_TEXT, value: string | null | undefined): void => {
  if (value === undefined || value === null) return;
  const limit = MAX_TEXT[field];
  if (isPlainText(value, limit)) return;
  violations.add(field, `\`${field}\` must be ${describeText(limit)}.`, codeOfText(value, limit));
};

const checkAudiences = (
  violations: Violations,
  audiences: readonly string[] | null | undefined,
  isGood: (tag: string) => boolean,
): void => {
  if (!audiences) return;
  const bad = audiences.findIndex((tag) => !isGood(tag));
  if (bad < 0 && audiences.length <= MAX_AUDIENCES) return;
  violations.add(
    bad < 0 ? 'audiences' : `audiences[${bad}]`,
    `\`audiences\` must be at most ${MAX_AUDIENCES} tags, each ${TAG_DESCRIPTION}.`,
    bad < 0 ? 'TOO_MANY' : codeOfText(audiences[bad] ?? '', MAX_TAG),
  );
};
