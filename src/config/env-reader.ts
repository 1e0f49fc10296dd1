import { ConfigError } from '../errors.js';

/** Reads typed environment variables. An empty value counts as unset, as in most shells and compose files. */
export class EnvReader {
  /** Every variable read so far: the names of the settings. */
  readonly names = new Set<string>();

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  optional(name: string): string | null {
    this.names.add(name);
    const value = this.env[name]?.trim();
    return value ? value : null;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const value = this.optional(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= min && number <= max) return number;
    throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not ${quote(value)}.`);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.optional(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw new ConfigError(name, `must be true or false, not ${quote(value)}.`);
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.optional(name);
    if (value === null) return fallback;
    const found = allowed.find((candidate) => candidate === value);
    if (found) return found;
    throw new ConfigError(name, `must be one of ${allowed.join(', ')}, not ${quote(value)}.`);
  }

  /** Reads an absolute address with one of these protocols. Errors never repeat it, because it may hold a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const value = this.optional(name);
    if (value === null) return null;
    const protocol = URL.canParse(value) ? new URL(value).protocol : value.slice(0, value.indexOf(':') + 1);
    if (protocols.includes(protocol)) return value;
    throw new ConfigError(name, `must be an address that starts with ${protocols.join('// or ')}//.`);
  }

  /** Reads a base address without a trailing slash. */
  httpUrl(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.search && !url.hash) {
      return value.replace(/\/+$/, '');
    }
    throw new ConfigError(name, 'must be an http or https address without a query.');
  }
}

/** Shortens any value to one line. */
const quote = (value: string): string => JSON.stringify(value.slice(0, 64));
