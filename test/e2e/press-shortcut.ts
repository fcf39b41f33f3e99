import type { Locator, Page } from 'playwright-core';

/**
 * The page is drawn by its script, after it has loaded: before, nobody would press a key, and nothing would take it.
 */
export const pressShortcut = async (page: Page, keys: string): Promise<void> => {
  await page.getByTestId('main').waitFor();
  await page.keyboard.press(keys);
};

const TRY_MS = 500;
const TRIES = 40;

/** Until its file has come, Ctrl+F is the browser's own: pressed until the bar is there. */
export const openFindBar = async (page: Page): Promise<Locator> => {
  const bar = page.getByRole('search');
  for (let left = TRIES; left > 0; left -= 1) {
    await pressShortcut(page, 'Control+f');
    const isThere = await bar.waitFor({ timeout: TRY_MS }).then(
      () => true,
      () => false,
    );
    if (isThere) return bar;
  }
  throw new Error('the find bar did not open');
};
