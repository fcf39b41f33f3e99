import type { Page } from 'playwright-core';

import { accessibilityFaults, browser, product, setTheme, useProduct, visitSignedIn } from './product.ts';

useProduct();

const composer = (page: Page) => page.locator('main textarea');
const options = (page: Page) => page.getByRole('option');

/** Saves a prompt in the settings. */
const savePrompt = async (page: Page, { title, text }: { readonly title: string; readonly text: string }) => {
  await page.goto(`${product.url}/#/settings/prompts`);
  await page.getByRole('button', { name: 'New prompt' }).click();
  const form = page.getByRole('dialog', { name: 'New prompt' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Text', { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(`${product.url}/#/`);
};

test('a prompt is saved, found after a slash, filled in, undone, and never sent by itself', async () => {
  const { page, context } = await visitSignedIn(browser, product.url);
  await savePrompt(page, { title: 'Translate', text: 'Translate {{topic}} to {{language:English}}.\nKeep its tone.' });
  await composer(page).click();
  await page.keyboard.type('/tra');
  await options(page).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await composer(page).getAttribute('aria-activedescendant')).toBe(await options(page).getAttribute('id'));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Translate' });
  await form.getByLabel('topic').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type('the menu');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  const filled = 'Translate the menu to English.\nKeep its tone.';
  await page.waitForFunction((text) => document.querySelector('main textarea')?.matches(':focus') && text, filled);
  await expect(composer(page).inputValue()).resolves.toBe(filled);
  await expect(page.getByTestId('message-user').count()).resolves.toBe(0);
  await page.keyboard.press('Control+z');
  await expect(composer(page).inputValue()).resolves.toBe('/tra');
  await page.keyboard.press('Control+Shift+z');
  await expect(composer(page).inputValue()).resolves.toBe(filled);
  await context.close();
}, 90_000);

test.each([
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 800, height: 420 }],
] as const)(
  'the list stands beside the box and inside the window: %s, %j',
  async (theme, viewport) => {
    const { page, context } = await visitSignedIn(browser, product.url);
    for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'])
      await savePrompt(page, { title, text: `The ${title}` });
    await page.setViewportSize(viewport);
    await setTheme(page, theme);
    await composer(page).click();
    await page.keyboard.type('/');
    await options(page).first().waitFor();
    const list = await page.getByRole('listbox').locator('..').boundingBox();
    const box = await composer(page).locator('..').boundingBox();
    if (!list || !box) throw new Error('the list is not drawn');
    expect(list.y).toBeGreaterThanOrEqual(0);
    expect(list.x).toBeGreaterThanOrEqual(0);
    expect(list.x + list.width).toBeLessThanOrEqual(viewport.width);
    expect(list.y + list.height <= box.y || list.y >= box.y + box.height).toBe(true);
    // The last one can be reached by keys although the list is low.
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last().getAttribute('aria-selected')).resolves.toBe('true');
    await page.keyboard.press('Tab');
    await expect(composer(page).inputValue()).resolves.toBe('The Third');
    await context.close();
  },
  120_000,
);
