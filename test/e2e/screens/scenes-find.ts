import { openFindBar } from '../press-shortcut.ts';
import { ARTIFACT, ARTIFACT_AGAIN, FOLDED, HITS, LONG } from './chats.ts';
import type { Scene } from './scene.ts';
import { opened, SIDEBAR, text } from './acts.ts';

/** What is found, what is folded, and what opens beside the chat. */
export const FIND: readonly Scene[] = [
  {
    name: 'sidebar-search',
    as: 'free',
    stored: SIDEBAR,
    answers: { 'GET /api/progress/chats': { chats: HITS } },
    show: async (page) => {
      await page.getByRole('searchbox').fill('warm dough');
      await page.locator('[data-testid="chat-item"] mark').first().waitFor();
    },
  },
  {
    name: 'chat-find',
    as: 'free',
    ...opened(LONG),
    show: async (page) => {
      await text('what matters about cold fingers')(page);
      await (await openFindBar(page)).getByRole('textbox').fill('what MÁTTERS about');
      await page.getByText(/of 63$/).waitFor();
    },
    // The way through two widths leaves the hit in sight, a line higher or lower.
    onPhone: (page) => page.getByRole('log').press('Home'),
  },
  {
    name: 'artifact',
    as: 'free',
    ...opened(ARTIFACT),
    show: async (page) => {
      await page.getByRole('button', { name: /^Table/ }).click();
      await page.getByRole('cell', { name: '1,000' }).waitFor();
    },
  },
  {
    name: 'artifact-changes',
    as: 'free',
    ...opened(ARTIFACT_AGAIN),
    show: async (page) => {
      await page
        .getByRole('button', { name: /^Table/ })
        .last()
        .click();
      await page.getByRole('button', { name: 'Changes' }).click();
      await page.getByText('Oats').last().waitFor();
    },
    onPhone: (page) => page.getByRole('button', { name: 'Changes' }).click(),
  },
  { name: 'chat-folded', as: 'free', ...opened(FOLDED), show: text('Show more') },
  {
    name: 'pasted',
    as: 'free',
    show: async (page) => {
      await page.getByRole('heading', { name: /Ada/ }).waitFor();
      await page.getByPlaceholder('Ask anything').evaluate((box) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'All rooms of the flat are described here. '.repeat(150));
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.getByRole('button', { name: /^Pasted text/ }).click();
      await page.getByPlaceholder('Ask anything').fill('What is said of the kitchen?');
    },
  },
];
