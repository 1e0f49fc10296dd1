import { withChromium } from '../support/browser.js';
import { testApps } from './places/apps.js';
import { testCalendar } from './places/calendar.js';
import { testDevices } from './places/devices.js';
import { testEmptyPlaces } from './places/empty.js';
import { usePlaces } from './places/places.js';
import { testRuns } from './places/runs.js';
import { testSettings } from './places/settings.js';
import { testTags } from './places/tags.js';

// A file for each noun; they go on from each other, in one browser.
withChromium('the places of the console', () => {
  const places = usePlaces();
  testEmptyPlaces(places);
  testApps(places);
  testRuns(places);
  testDevices(places);
  testCalendar(places);
  testTags(places);
  testSettings(places);
});
