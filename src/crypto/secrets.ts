import { hash, randomBytes } from 'node:crypto';

export const API_KEY_PREFIX = 'pgk_';
const PREFIX_LENGTH = 12;

/** Generates an API key: 32 random bytes after `pgk_`. */
export const generateApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** The stored prefix tells keys apart, and is too short to help with guessing the rest. */
export const prefixOf = (key: string): string =>
  key.startsWith(API_KEY_PREFIX) ? key.slice(0, PREFIX_LENGTH) : `boot_${sha256(key).slice(0, 7)}`;

export const generateDeviceSecret = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): string => hash('sha256', text, 'hex');
