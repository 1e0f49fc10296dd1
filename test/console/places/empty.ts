import { test } from '@jest/globals';
import type { Places } from './places.js';

/** The pages of an empty account, and their texts. */
const EMPTY_PLACES = [
  ['/apps', 'No applications yet'],
  ['/devices', 'No devices yet'],
  ['/import', 'Create an application first'],
  ['/calendar', 'Nothing scheduled in this period'],
  ['/tags', 'No tags yet'],
  ['/tags/groups', 'No tag groups yet'],
  ['/tags/app-groups', 'No application groups yet'],
] as const;

/** The pages of an empty account. */
export const testEmptyPlaces = (places: Places): void => {
  const { go, inspect } = places;

  test('empty lists explain what to do', async () => {
    const { page } = places;
    for (const [path, text] of EMPTY_PLACES) {
      await go(path);
      await page.getByText(text).first().waitFor();
      await inspect(`empty${path.replaceAll('/', '-')}`);
    }
  });
};
