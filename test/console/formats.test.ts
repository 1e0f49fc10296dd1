import { describe, expect, test } from '@jest/globals';
import { createFormats } from '../../web/console/i18n/formats.js';

const en = createFormats('en-GB');
const de = createFormats('de-DE');

/** Local time, independent of this machine's time zone. 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

describe('the distance of a moment', () => {
  test.each([
    ['Wednesday morning on Monday evening', at(25, 7), at(23, 20), 'in 2 days', 'übermorgen'],
    ['Wednesday morning on Tuesday at midnight', at(25, 0, 30), at(24, 0, 0), 'tomorrow', 'morgen'],
    ['Tuesday night on Monday morning', at(24, 23, 59), at(23, 8), 'tomorrow', 'morgen'],
    ['Thursday night on Monday evening', at(26, 23), at(23, 20), 'in 3 days', 'in 3 Tagen'],
    ['Monday night on Wednesday after midnight', at(23, 23), at(25, 0, 30), '2 days ago', 'vorgestern'],
    ['tomorrow morning this evening', at(24, 7), at(23, 20), 'in 11 hours', 'in 11 Stunden'],
    ['in a moment', at(23, 20, 5), at(23, 20), 'in 5 minutes', 'in 5 Minuten'],
  ])("follows the reader's calendar: %s", (_what, moment, now, english, german) => {
    expect([en.relative(moment, now), de.relative(moment, now)]).toEqual([english, german]);
  });
});

describe('a duration', () => {
  test.each([
    [45, '45 secs', '45 Sek.'],
    [130, '2 mins 10 secs', '2 Min. 10 Sek.'],
    [599.6, '10 mins', '10 Min.'],
    [3_590, '1 hr 0 mins', '1 Std. 0 Min.'],
    [7_190, '2 hrs 0 mins', '2 Std. 0 Min.'],
    [7_260, '2 hrs 1 min', '2 Std. 1 Min.'],
  ])('is rounded before it is split: %d seconds', (seconds, english, german) => {
    expect([en.duration(seconds), de.duration(seconds)]).toEqual([english, german]);
  });
});
