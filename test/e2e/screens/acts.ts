import type { Page } from 'playwright-core';

import { pressShortcut } from '../press-shortcut.ts';
import type { SHORT } from './chats.ts';
import type { Answers } from './scene.ts';

export const opened = (chat: typeof SHORT, answers: Answers = {}) => ({
  answers: { [`GET /api/progress/chat/${chat.id}`]: chat, ...answers },
  at: `/#/c/${chat.id}`,
});
export const SIDEBAR = { 'ui-storage': { sidebarOpen: true } };
export const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
const palette = async (page: Page, words: string) => {
  await pressShortcut(page, 'Control+k');
  await page.getByRole('combobox').fill(words);
};
export const run = async (page: Page, words: string) => {
  await palette(page, words);
  await page.keyboard.press('Enter');
};
export const scrolled = (words: string) => async (page: Page) => {
  await page
    .getByRole('heading', { name: words })
    .last()
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
};
