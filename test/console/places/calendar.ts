import { test } from '@jest/globals';
import { createPush, startScheduler } from '../../support/service-steps.js';
import { pickByPointer } from '../support/hands.js';
import type { Places } from './places.js';

/** The calendar. */
export const testCalendar = (places: Places): void => {
  const { go, button, inspect } = places;

  test("the calendar shows upcoming sends in a zone's local time, and their waves by local time", async () => {
    const { page } = places;
    await startEveryDay('Morning news');
    // On a Sunday evening, this week has no moments left.
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await go(`/calendar?day=${soon}&view=week`);
    await page
      .getByRole('button', { name: /Morning news/ })
      .first()
      .waitFor();
    await inspect('calendar-week');
    await button('Next week').click();
    await page.getByText('Month', { exact: true }).click();
    await page
      .getByRole('button', { name: /Morning news/ })
      .first()
      .waitFor();
    await inspect('calendar-month');
    // The first send may have only its last wave left.
    await page
      .getByRole('button', { name: /Morning news/ })
      .last()
      .click();
    await page.getByText('Waves by local time').waitFor();
    await inspect('calendar-moment');
    await page.keyboard.press('Escape');
    await pickByPointer(page, 'Time zone', 'Asia/Tok', 'Asia/Tokyo');
    await page.waitForURL(/zone=Asia%2FTokyo/);
    await go('/calendar?day=2027-03-28&view=week&zone=Europe%2FBerlin');
    await page.getByText(/The clocks in Europe\/Berlin go forward by/).waitFor();
  });

  const startEveryDay = (name: string): Promise<number> =>
    (async () => {
      const pushId = await createPush(places.world.service, [
        { language: 'en', title: 'Good morning', text: 'The news.' },
      ]);
      const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['08:00'] }));
      const body = { name, all_apps: true, time_send: times, local_time: true };
      return startScheduler(places.world.service, { kind: 'smartweekly', pushId, body });
    })();
};
