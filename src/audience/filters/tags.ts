import type { AudienceFilter } from '../compile-audience.js';
import { all } from '../condition.js';
import { markCondition } from '../mark-condition.js';

export const tagFilter: AudienceFilter = ({ tags, anyTag }) => {
  const marks = markCondition({ words: 'tag', link: 'device_tag', key: 'tag_id' }, tags);
  const tagged = anyTag ? { sql: 'd.has_tags = 1', parameters: [] } : null;
  const parts = [tagged, marks].filter((part) => part !== null);
  return parts.length === 0 ? null : all(parts);
};
