import { createHash } from 'node:crypto';

/** RFC 8030, 5.4 limits a Topic to 32 characters of the URL-safe alphabet. Other keys are replaced by their hash. */
export const topicOf = (collapseKey: string): string =>
  isUuid(collapseKey) ? collapseKey.replaceAll('-', '') : fitTopic(collapseKey);

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const fitTopic = (collapseKey: string): string =>
  /^[A-Za-z0-9_-]{1,32}$/.test(collapseKey) ? collapseKey : hashOf(collapseKey);

/** Keeps printable ASCII of at most `maxBytes`; replaces any other key by its hash. */
export const shortKeyOf = (collapseKey: string, maxBytes: number): string =>
  /^[\x21-\x7e]+$/.test(collapseKey) && collapseKey.length <= maxBytes ? collapseKey : hashOf(collapseKey);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);
