import type { Locator, Page } from 'playwright-core';

type Role = 'button' | 'link' | 'radio';

/** The same steps by pointer and by keyboard. */
export interface Hands {
  press(role: Role, name: string | RegExp): Promise<void>;
  /** Replaces the value of the field with this label. */
  type(label: string, text: string): Promise<void>;
  /** Presses a button of the open question. */
  confirm(name: string): Promise<void>;
}

export const pointer = (page: Page): Hands => ({
  press: (role, name) =>
    // The card hides the input of a choice.
    role === 'radio'
      ? page.getByText(name, { exact: true }).first().click()
      : page.getByRole(role, { name }).first().click(),
  type: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
  confirm: (name) => page.getByRole('alertdialog').getByRole('button', { name }).click(),
});

const MOST_TABS = 80;
const MOST_CHOICES = 8;

/** Uses only Tab, Enter and the arrow keys. */
export const keyboard = (page: Page): Hands => ({
  press: async (role, name) => {
    if (role === 'radio') return choose(page, name);
    await reach(page, page.getByRole(role, { name }).first());
    await page.keyboard.press('Enter');
  },
  type: async (label, text) => {
    await reach(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    // Inserts the text at once, because typing a private key takes one event per character.
    await page.keyboard.insertText(text);
  },
  confirm: async (name) => {
    await reach(page, page.getByRole('alertdialog').getByRole('button', { name }));
    await page.keyboard.press('Enter');
  },
});

/** Presses Tab until the element has the focus. */
const reach = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor();
  const focused = wanted.and(page.locator(':focus'));
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not reach ${wanted}.`);
};

/** Tabs to the selected choice, or the first one, and moves to the wanted one with the arrow keys. */
const choose = async (page: Page, name: string | RegExp): Promise<void> => {
  const wanted = page.getByRole('radio', { name });
  const group = page.getByRole('radiogroup').filter({ has: wanted });
  await reach(page, group.getByRole('radio', { checked: true }));
  for (let presses = 0; presses < MOST_CHOICES; presses += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows do not reach ${wanted}.`);
};

/** Chooses an option of a select with Tab, Enter, the first letters and Enter. */
export const selectByKeys = async (page: Page, field: string, option: string, index = 0): Promise<void> => {
  await reach(page, page.getByRole('button', { name: new RegExp(`${field}$`) }).nth(index));
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.type(option);
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
};

/** Types into a field with suggestions, and takes the first one. */
export const pickByKeys = async (
  page: Page,
  field: string,
  text: string,
  option: string | RegExp,
  index = 0,
): Promise<void> => {
  await reach(page, page.getByRole('combobox', { name: field, exact: true }).nth(index));
  await page.keyboard.type(text);
  await page.getByRole('option', { name: option }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // Leaving the field closes its suggestions.
  await page.keyboard.press('Tab');
};

/**
 * Types into a combo box and clicks an option. It clicks the box first, because scrolling to it closes a list that is
 * already open.
 */
export const pickByPointer = async (
  page: Page,
  field: string,
  text: string,
  option: string | RegExp,
): Promise<void> => {
  const box = page.getByRole('combobox', { name: field, exact: true });
  await box.click();
  await box.fill(text);
  await page.getByRole('option', { name: option }).first().click();
};
