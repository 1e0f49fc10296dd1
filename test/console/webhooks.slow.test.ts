import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { execute } from '../../src/database/database.js';
import { appendToOutbox } from '../../src/delivery/record/outbox-writer.js';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { paused } from '../support/outbox-steps.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { ConsoleWorld } from './support/console-world.js';

withChromium('webhooks in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  let receiver: WebhookReceiver;
  let secret = '';
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    receiver = await WebhookReceiver.open();
    page = await world.join();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const menu = async (item: string): Promise<void> => {
    await button(/^Actions for/)
      .first()
      .click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const disableAnother = async (): Promise<void> => {
    await world.service.graphql(
      'mutation ($input: WebhookInput!) { webhookCreate(input: $input) { userErrors { message } } }',
      { input: { url: `${receiver.url}?second`, description: 'Second' } },
    );
    const database = await world.world.db();
    const sql =
      "UPDATE webhook SET state = 'DISABLED', reason = 'EXHAUSTED', disabled_at = ? WHERE description = 'Second'";
    await database.tx((tx) => execute(tx, sql, [Date.now()]));
  };
  const removeAnother = async (): Promise<void> => {
    const database = await world.world.db();
    await database.tx((tx) => execute(tx, "DELETE FROM webhook WHERE description = 'Second'", []));
  };
  const append = async (count: number): Promise<void> => {
    const database = await world.world.db();
    const [user] = await database.query<{ id: number }>('SELECT id FROM user_account');
    await database.tx((tx) => appendToOutbox(tx, Array(count).fill(paused(Number(user?.id)))));
  };

  test('an admin creates a webhook, whose secret is shown once and verifies a test', async () => {
    await page.goto(world.at('/settings'));
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('No webhooks yet').waitFor();
    await world.inspect(page, 'webhooks-none');
    await button('New webhook').click();
    await label('Address').fill('ftp://example.com');
    await button('Create webhook').click();
    await page
      .getByText(/^Enter an https address/)
      .first()
      .waitFor();
    await label('Address').fill(receiver.url);
    await label('Description').fill('Data warehouse');
    await page.getByText('All events', { exact: true }).click();
    await page.getByText('Run paused', { exact: true }).click();
    await world.inspect(page, 'webhook-new');
    await button('Create webhook').click();
    const code = page.getByText(/^whsec_/).first();
    await code.waitFor();
    secret = String(await code.textContent());
    await world.inspect(page, 'webhook-secret');
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('link', { name: 'Data warehouse' }).click();
    await page.getByRole('heading', { name: 'Data warehouse', level: 1 }).waitFor();
    await button('Send a test').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('dialog').getByText('Accepted').waitFor();
    await world.inspect(page, 'webhook-test');
    await page.keyboard.press('Escape');
    const [request] = receiver.received;
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      type: 'message.sent',
    });
  });

  test('attempts can be filtered and sent again, and a disabled webhook has a banner that enables it', async () => {
    await append(3);
    await eventually('the events', () => (receiver.received.length >= 4 ? true : null));
    receiver.answer = (response) => response.writeHead(500).end('the warehouse is closed');
    await append(1);
    await eventually('the failure', () => (receiver.received.length >= 5 ? true : null));
    await page.reload();
    await page.getByText('Refused', { exact: true }).first().waitFor();
    await page.getByText('the warehouse is closed').first().waitFor();
    await world.inspect(page, 'webhook');
    await page.getByText('Failed', { exact: true }).first().click();
    await page.getByText('Accepted', { exact: true }).first().waitFor({ state: 'detached' });
    await page.getByText('All', { exact: true }).first().click();
    receiver.answer = (response) => response.end();
    const before = receiver.received.length;
    await button(/^Actions for \d/)
      .last()
      .click();
    await page.keyboard.press('Escape');
    await button('Replay a period').click();
    await label('From').fill('2026-01-01T00:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The events are being sent again.').waitFor();
    await eventually('the replay', () => (receiver.received.length >= before + 4 ? true : null));

    receiver.answer = (response) => response.writeHead(410).end();
    await append(1);
    await eventually('the last request', async () => {
      const database = await world.world.db();
      return (await database.query("SELECT id FROM webhook WHERE state = 'DISABLED'")).length > 0 ? true : null;
    });
    await page.goto(world.at('/settings/webhooks'));
    await page.getByText('The webhook Data warehouse is disabled').waitFor();
    await world.inspect(page, 'webhooks-disabled');
    receiver.answer = (response) => response.end();
    await disableAnother();
    await page.reload();
    await page.getByText('2 webhooks are disabled').waitFor();
    await soon(async () => expect(await page.locator('main .banner').count()).toBe(1));
    await page.locator('.banner').getByRole('link', { name: 'Second' }).waitFor();
    await world.inspect(page, 'webhooks-disabled-several');
    await page.locator('.banner').getByRole('link', { name: 'Data warehouse' }).click();
    await button('Enable').click();
    await page.getByRole('dialog').getByText('Skip what was missed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await page.getByText('The webhook is enabled.').waitFor();
    await page.goto(world.at('/settings/webhooks'));
    await page.getByText('The webhook Second is disabled').waitFor();
    await removeAnother();
  });

  test('editing, a new secret and deletion work, and German texts fit', async () => {
    await page.getByRole('link', { name: 'Data warehouse' }).click();
    await page.getByRole('heading', { name: 'Data warehouse', level: 1 }).waitFor();
    await menu('Edit');
    await label('Description').fill('Warehouse');
    await page.getByText('Also sign with a key pair (v1a)').click();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
    await page.getByText(/^whpk_/).waitFor();
    await menu('New secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const code = page.getByText(/^whsec_/).first();
    await code.waitFor();
    await soon(async () => expect(await code.textContent()).not.toBe(secret));
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText(/also signed with the former secret/).waitFor();
    await page.evaluate("localStorage.setItem('pushgraph:language', 'de')");
    await page.reload();
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
    await world.inspect(page, 'webhook-german');
    await page.evaluate("localStorage.removeItem('pushgraph:language')");
    await page.reload();
    await menu('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });
});
