import type { Page } from 'playwright-core';

import { openFindBar } from '../press-shortcut.ts';
import {
  ARTIFACT,
  ARTIFACT_AGAIN,
  ARTIFACT_EDIT,
  ARTIFACT_MISFIT,
  ARTIFACT_OWN,
  FOLDED,
  TABLE_EDIT,
  HITS,
  LONG,
} from './chats.ts';
import type { Scene } from './scene.ts';
import { opened, SIDEBAR, text } from './acts.ts';

const EDIT_STREAM = {
  events: [
    [
      'meta',
      {
        replyId: 'r2',
        model: 'demo',
        cached: false,
        agentType: null,
        maxIterations: null,
        chatId: null,
        messageId: 'a2',
      },
    ],
    [null, { choices: [{ delta: { content: TABLE_EDIT } }] }],
  ] as const,
};

/** What is found, what is folded, and what opens beside the chat. */
const openEditor = (page: Page): Promise<void> =>
  page.getByTestId('artifact').getByRole('button', { name: 'Edit', exact: true }).click();

export const FIND: readonly Scene[] = [
  {
    name: 'sidebar-search',
    as: 'free',
    stored: SIDEBAR,
    answers: { 'GET /api/progress/chats': { chats: HITS } },
    show: async (page) => {
      await page.getByRole('searchbox').fill('warm dough');
      // Those of titles come later than those of excerpts.
      await page.locator('[data-testid="chat-item"] [class*="_title_"] mark').first().waitFor();
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
  {
    name: 'artifact-own',
    as: 'free',
    ...opened(ARTIFACT_OWN),
    show: async (page) => {
      await page.getByRole('button', { name: /^Table.*Changed by hand/ }).click();
      await openEditor(page);
      const box = page.getByRole('textbox', { name: 'Text of Table' });
      await box.fill(`${await box.inputValue()}\nOats,300,240,6`);
      await page.getByText('Not saved yet.').waitFor();
    },
    onPhone: openEditor,
  },
  {
    name: 'artifact-edit',
    as: 'free',
    ...opened(ARTIFACT_EDIT, { 'GET /api/ai/replies/r2/stream': EDIT_STREAM }),
    show: async (page) => {
      await page.getByRole('button', { name: /Being written · 1 change/ }).click();
      await page.getByRole('cell', { name: '300' }).waitFor();
      await page.getByTestId('stream-status').evaluate(({ style }) => void (style.visibility = 'hidden'));
    },
  },
  {
    name: 'artifact-misfit',
    as: 'free',
    ...opened(ARTIFACT_MISFIT),
    show: async (page) => {
      await page.getByText(/was not applied/).waitFor();
      await page.getByText('What was written').click();
    },
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
