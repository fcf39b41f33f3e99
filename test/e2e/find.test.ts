import { openFindBar } from './press-shortcut.ts';
import type { Page } from 'playwright-core';

import { browser, product, signUp, useProduct, visit } from './product.ts';

useProduct();

const TURNS = 240;

/** Every question asks for a number; one answer far up has a word of its own, and its mark-up within it. */
const messages = Array.from({ length: TURNS }, (_, at) => ({
  id: `m${at}`,
  role: at % 2 === 0 ? 'user' : 'assistant',
  content:
    at === 41
      ? 'First line.\n\nThe **Crème** brûlée needs `vanilla`.\n\n' + 'More of it.\n\n'.repeat(30)
      : at % 2 === 0
        ? `Question ${at}?`
        : `Answer ${at}.\n\n${'- a line of a list that is there to take up room\n'.repeat((at % 7) + 1)}`,
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
  parentId: at === 0 ? null : `m${at - 1}`,
}));

const CHAT_ID = 'long-chat-00000000001';

const seeded = async (phone = false) => {
  const visited = await visit(browser, product.url, { phone });
  await signUp(visited.page);
  const status = await visited.page.evaluate(
    async ({ id, all }) => {
      const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string };
      const answer = await fetch('/api/progress/chat', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ chatId: id, chat: { id, title: 'A long talk', messages: all } }),
      });
      return answer.status;
    },
    { id: CHAT_ID, all: messages },
  );
  expect(status).toBe(200);
  return visited;
};

const open = async (page: Page, path = `#/c/${CHAT_ID}`): Promise<void> => {
  await page.goto(`${product.url}/${path}`);
  await page.getByRole('log').waitFor();
};

/** Whether a text is drawn within the conversation's box. */
const isInSight = (page: Page, text: string) =>
  page.getByRole('log').evaluate((log, sought) => {
    const box = log.getBoundingClientRect();
    return [...log.querySelectorAll('article')].some((turn) => {
      const { top, bottom } = turn.getBoundingClientRect();
      return turn.textContent.includes(sought) && bottom > box.top + 1 && top < box.bottom - 1;
    });
  }, text);
const seen = (page: Page, text: string) =>
  page.waitForFunction(
    (sought) => {
      const log = document.querySelector('[role="log"]');
      const box = log?.getBoundingClientRect();
      if (!log || !box) return false;
      return [...log.querySelectorAll('article')].some((turn) => {
        const { top, bottom } = turn.getBoundingClientRect();
        return turn.textContent.includes(sought) && bottom > box.top + 1 && top < box.bottom - 1;
      });
    },
    text,
    { polling: 'raf' },
  );

test('a hit of the search opens the chat at its turn, far from its end', async () => {
  const { page, faults } = await seeded();
  await page.reload();
  await page.getByRole('searchbox').fill('brulee vanilla');
  const hit = page.getByTestId('chat-item');
  await page.getByTestId('chat-excerpt').waitFor();
  expect(await page.getByTestId('chat-excerpt').textContent()).toContain('The Crème brûlée needs vanilla.');
  await hit.locator('mark').nth(1).waitFor();
  expect(await hit.locator('mark').allTextContents()).toEqual(['brûlée', 'vanilla']);
  await hit.click();
  await seen(page, 'brûlée needs');
  expect(await isInSight(page, `Answer ${TURNS - 1}.`)).toBe(false);
  // Where a reader went meanwhile, the same hit brings them back.
  await page.getByRole('log').press('End');
  await seen(page, `Answer ${TURNS - 1}.`);
  await hit.click();
  await seen(page, 'brûlée needs');
  expect(faults).toEqual([]);
});

test('Home and End need one press each, wherever the focus rests in the chat', async () => {
  const { page } = await seeded();
  await open(page);
  await seen(page, `Answer ${TURNS - 1}.`);
  const log = page.getByRole('log');
  await log.press('Home');
  await seen(page, 'Question 0?');
  await page.waitForFunction(() => document.querySelector('[role="log"]')?.scrollTop === 0);
  await log.press('End');
  await seen(page, `Answer ${TURNS - 1}.`);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.press('Home');
  await seen(page, 'Question 0?');
});

test('the find bar goes to turns that are not drawn, and marks the words where they stand', async () => {
  const { page, faults } = await seeded();
  await open(page);
  await seen(page, `Answer ${TURNS - 1}.`);
  await page.getByPlaceholder('Ask anything').focus();
  const bar = await openFindBar(page);
  // What is in sight already leaves the reader at the end.
  await bar.getByRole('textbox').fill(`Answer ${TURNS - 1}.`);
  await bar.getByText('1 of 1').waitFor();
  await page.getByRole('log').evaluate((log) => log.scrollBy(0, -2));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.getByRole('button', { name: 'Newest message' }).count()).toBe(0);
  await bar.getByRole('textbox').fill('creme brulee');
  await bar.getByText('1 of 1').waitFor();
  await seen(page, 'brûlée needs');
  const active = () =>
    page.waitForFunction(() => {
      const [range] = CSS.highlights.get('chat-find-active') ?? [];
      const log = document.querySelector('[role="log"]')?.getBoundingClientRect();
      if (!(range instanceof Range) || !log) return '';
      const { top, bottom } = range.getBoundingClientRect();
      return top > log.top && bottom < log.bottom ? String(range) : '';
    });
  expect(await (await active()).jsonValue()).toBe('Crème brûlée');

  await bar.getByRole('textbox').fill('answer 1');
  const { length } = messages.filter(({ content }) => content.startsWith('Answer 1'));
  await bar.getByText(new RegExp(`of ${length}$`)).waitFor();
  for (const by of ['Enter', 'Enter', 'Shift+Enter'] as const) {
    await page.keyboard.press(by);
    expect(await (await active()).jsonValue()).toBe('Answer 1');
  }
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Ask anything').and(page.locator(':focus')).waitFor();
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  expect(faults).toEqual([]);
});
