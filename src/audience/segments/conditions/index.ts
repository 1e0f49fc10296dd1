import type { SegmentCondition } from '../segment-condition.js';
import { app } from './app.js';
import { appVersion } from './app-version.js';
import { attribute } from './attribute.js';
import { country } from './country.js';
import { event } from './event.js';
import { lastActive, registered } from './instants.js';
import { language } from './language.js';
import { platform } from './platform.js';
import { tag } from './tag.js';
import { tagGroup } from './tag-group.js';
import { timeZone } from './time-zone.js';

/** Every condition of a segment. A new one is one file and its name here. */
export const CONDITIONS: readonly SegmentCondition[] = [
  ...[country, language, tag, tagGroup, app, platform, appVersion, timeZone],
  ...[lastActive, registered, attribute, event],
];

const BY_NAME = new Map(CONDITIONS.map((condition) => [condition.name, condition]));

/** @throws for a condition of a later release */
export const conditionOf = (name: string): SegmentCondition => {
  const found = BY_NAME.get(name);
  if (!found) throw new Error(`This release does not know the condition ${name} of a segment.`);
  return found;
};
