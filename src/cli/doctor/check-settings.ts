import { type Config, isLocalHost } from '../../config/config.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import { type Finding, note, problem } from './finding.js';

/** Checks the settings and this machine without a database. */
export const checkSettings = (config: Config, now: number): Finding[] => [
  ...config.misspelt.map(({ name, meant }) =>
    problem(`${name} is not a setting.`, `Rename it if you meant ${meant}, or remove it.`),
  ),
  ...checkPublicUrl(config),
  ...checkZoneData(now),
];

const checkPublicUrl = ({ publicUrl, trustProxy, host }: Config): Finding[] => {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol === 'http:' && !isLocalHost(url.hostname)) {
    return [
      problem(
        'PUBLIC_URL begins with http: passwords, keys and the session cookie travel unencrypted.',
        'Put a proxy with TLS in front of the service and set PUBLIC_URL to its https address.',
      ),
    ];
  }
  if (url?.protocol === 'https:' && trustProxy === false) {
    return [
      note(
        'PUBLIC_URL is https and TRUST_PROXY is not set: all callers share the address of the proxy, and its limits.',
        'Set TRUST_PROXY to the number of proxies, or to their addresses.',
      ),
    ];
  }
  if (url === null && !isLocalHost(host)) {
    return [
      note(
        `The service listens on ${host} and PUBLIC_URL is not set: links use the address of each request.`,
        'Set PUBLIC_URL to the address that people use.',
      ),
    ];
  }
  return [];
};

/** Governments change time-zone rules several times a year. */
const checkZoneData = (now: number): Finding[] => {
  const { release } = zoneRules();
  const year = Number(/^\d{4}/.exec(release)?.[0] ?? Number.NaN);
  if (!(year < new Date(now).getUTCFullYear() - 1)) return [];
  return [
    problem(
      `The time-zone data is release ${release}: local times may be wrong where rules have changed since.`,
      'Update Node.js, the tzdata package of the system, or the npm package tzdata.',
    ),
  ];
};
