import { withChromium } from '../support/browser.js';
import { testApps } from './places/apps.js';
import { testCalendar } from './places/calendar.js';
import { testDevices } from './places/devices.js';
import { testEmptyPlaces } from './places/empty.js';
import { usePlaces } from './places/places.js';
import { testRuns } from './places/runs.js';
import { testSettings } from './places/settings.js';
import { testTags } from './places/tags.js';

// Each noun has a file. They run in order, in the same browser.
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
