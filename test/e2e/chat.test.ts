import type { Page } from 'playwright-core';

import { chunk, DONE, type ScriptedResponse } from '../vendors/openai-server.ts';
import { accessibilityFaults, ask, browser, product, useProduct, type visit, visitSignedIn } from './product.ts';

/** A long answer of numbered words, paced so that a person could act in the middle of it; titles come at once. */
const counting: ScriptedResponse = async (wire, { body }) => {
  const messages = body['messages'] as { role: string; content: string }[];
  const text = messages[0]?.content.includes('title') ? ['A title'] : wordsFor(messages.at(-1)?.content ?? '');
  for (const content of text) {
    await wire.sendEvent(chunk({ content }));
    if (text.length > 20) await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await wire.sendEvent(chunk({}, 'stop'));
  await wire.sendBytes(DONE);
  wire.end();
};

const wordsFor = (question: string): string[] => {
  const count = Number(/count to (\d+)/.exec(question)?.[1] ?? 0);
  if (count > 0) return Array.from({ length: count }, (_, index) => `w${index + 1} `);
  if (question.includes('everything')) return [EVERYTHING];
  return [`Answer to: ${question}`];
};

const EVERYTHING = [
  '## Heading',
  '',
  '| A | B |',
  '|---|---|',
  '| 1 | 2 |',
  '',
  '- item one',
  '- item two',
  '',
  '```js',
  'const answer = 42;',
  '```',
  '',
  'Maths: $$e^{i\\pi} + 1 = 0$$',
  '',
  'Far: $$x\\rlap{\\smash{\\raisebox{-9em}{\\colorbox{red}{\\Huge MMMMMMMM}}}}$$',
  '',
  '<script>alert(1)</script> costs $5 and $6.',
  '',
  '[link](https://example.org) [bad](javascript:alert(1)) ![image](https://example.org/x.png)',
].join('\n');

useProduct(counting);

const signedIn = async (options: Parameters<typeof visit>[2] = {}) => {
  const visited = await visitSignedIn(browser, product.url, options);
  return { ...visited, answers: visited.page.getByTestId('message-assistant') };
};

const countTo = (last: number) => Array.from({ length: last }, (_, index) => `w${index + 1}`).join(' ');
const textOf = (page: Page) => page.getByTestId('message-assistant').last().innerText();

describe('a reply', () => {
  test('goes on through a reload, and a second tab shows it to the same end', async () => {
    const { page, context, answers, faults } = await signedIn({ offlineCache: true });
    await ask(page, 'Please count to 150');
    await answers.getByText('w20').waitFor();
    await page.reload();
    const second = await context.newPage();
    await second.goto(product.url);
    await second.getByTestId('chat-item').first().click();
    for (const tab of [page, second]) {
      if (!(await tab.getByTestId('message-assistant').first().isVisible()))
        await tab.getByTestId('chat-item').first().click();
      await tab.getByTestId('message-assistant').getByText('w150').waitFor({ timeout: 20_000 });
      expect(await textOf(tab)).toContain(countTo(150));
    }
    expect(await page.getByTestId('message-assistant').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test('stops when told to, keeps what it said, and closes the provider’s connection', async () => {
    const { page, context, answers } = await signedIn();
    await ask(page, 'Please count to 900');
    await answers.getByText('w200').waitFor(); // long after the moment in which Stop takes no click
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await answers.getByText(/stopped/i).waitFor();
    const request = product.model.completions().find(({ body }) => JSON.stringify(body).includes('count to 900'));
    await request?.closed;
    expect(request?.isAborted).toBe(true);
    const said = await textOf(page);
    await page.reload();
    if (!(await answers.first().isVisible())) await page.getByTestId('chat-item').first().click();
    await answers.getByText(/stopped/i).waitFor();
    expect(said).toContain('w20');
    expect(await textOf(page)).toContain('w20');
    await context.close();
  }, 60_000);

  test('catches up after the network was gone, with a quiet notice meanwhile', async () => {
    const { page, context, answers } = await signedIn({ offlineCache: true });
    await ask(page, 'Please count to 200');
    await answers.getByText('w20').waitFor();
    await context.setOffline(true);
    const notice = await page.getByText(/offline. Answers go on/).boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    if (!notice || !title) throw new Error('the notice and the title are both shown');
    expect(notice.y).toBeGreaterThanOrEqual(title.y + title.height);
    await context.setOffline(false);
    await answers.getByText('w200').waitFor({ timeout: 20_000 });
    expect(await textOf(page)).toContain(countTo(200));
    await context.close();
  }, 60_000);

  test('that a crash of the server cut off is kept, said to be interrupted, and can be asked again', async () => {
    const { page, context, answers } = await signedIn();
    await ask(page, 'Please count to 300');
    await answers.getByText('w50').waitFor();
    await product.crash();
    await answers.getByText(/interrupted/).waitFor({ timeout: 30_000 });
    expect(await textOf(page)).toContain('w20');
    await page.getByRole('button', { name: 'Retry' }).click();
    await answers.getByText('w300').waitFor({ timeout: 30_000 });
    await context.close();
  }, 90_000);
});

describe('versions', () => {
  test('an edited question and a regenerated reply stand beside the first ones and can be paged through', async () => {
    const { page, context, answers, faults } = await signedIn();
    await ask(page, 'Original');
    await answers.getByText('Answer to: Original').waitFor();
    await page.getByTestId('message-user').first().hover();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByRole('textbox').first().fill('Changed');
    await page.getByRole('button', { name: /Save/ }).click();
    await answers.getByText('Answer to: Changed').waitFor();
    expect(await page.getByText('Answer to: Original').count()).toBe(0);
    await page.getByTestId('message-user').first().hover();
    await page
      .getByRole('button', { name: /Previous version/ })
      .first()
      .click();
    await answers.getByText('Answer to: Original').waitFor();
    await answers.first().hover();
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await page.getByText('2/2').last().waitFor();
    await page.reload();
    if (!(await answers.first().isVisible())) await page.getByTestId('chat-item').first().click();
    await answers.getByText('Answer to: Original').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
});

describe('what a reply may look like', () => {
  test('tables, code, maths and lists are set; nothing of it runs, and no foreign host is asked', async () => {
    const { page, context, answers, faults } = await signedIn();
    await ask(page, 'Show everything');
    await answers.locator('table').waitFor();
    await answers.locator('.katex').first().waitFor();
    await answers.locator('pre span', { hasText: 'const' }).first().waitFor();
    await answers.getByText('costs $5 and $6').waitFor();
    expect(await answers.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await answers.locator('img').count()).toBe(0);
    // No formula lies over anything far outside its own line.
    const pointsOverOthers = () => {
      const formula = [...document.querySelectorAll('.katex')].at(-1);
      const line = formula?.closest('p')?.getBoundingClientRect();
      if (!formula || !line) return null;
      return Array.from({ length: innerHeight / 4 }, (_, step) => step * 4).filter(
        (y) =>
          (y < line.top - 32 || y > line.bottom + 32) &&
          document.elementsFromPoint(formula.getBoundingClientRect().left + 40, y).some((at) => formula.contains(at)),
      );
    };
    expect(await page.evaluate(pointsOverOthers)).toEqual([]);
    expect(await page.evaluate(() => document.querySelectorAll('main script').length)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await answers.first().hover();
    await answers.getByRole('button', { name: 'Copy', exact: true }).last().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('const answer = 42;');
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
});

describe('the sidebar', () => {
  test('lists, finds, renames and deletes chats', async () => {
    const { page, context, faults } = await signedIn();
    for (const topic of ['pancakes', 'volcanoes']) {
      await ask(page, `Tell me about ${topic}`);
      await page.getByTestId('message-assistant').getByText(`Answer to: Tell me about ${topic}`).waitFor();
      await page.getByRole('button', { name: 'New Chat' }).first().click();
    }
    const items = page.getByTestId('chat-item');
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/Search/))
      .first()
      .fill('volcano');
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="chat-item"]').length === 1);
    await items.first().click();
    await page.getByTestId('message-assistant').getByText('volcanoes').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await items.first().hover();
    const more = page.getByRole('complementary').getByRole('button', { name: /^More for/ });
    await more.click();
    const menu = page.getByRole('menu', { name: 'Conversation' });
    // The pointer leaves the row for its menu.
    await menu.hover();
    const named = ['Pin', 'Archive', 'Share…', 'Export as Markdown', 'Export as JSON', 'Print or save as PDF'];
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(named);
    expect(await more.locator('svg').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await items.first().hover();
    await page.getByRole('button', { name: 'Delete conversation' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="chat-item"]').length === 0);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test('signing out leaves nothing behind', async () => {
    const { page, context } = await signedIn();
    await ask(page, 'Private');
    await page.getByTestId('message-assistant').getByText('Answer to: Private').waitFor();
    await page.getByRole('complementary').getByRole('button', { name: /plan/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
    expect(await page.getByText('Private').count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain('Private');
    expect(kept).not.toContain('example.org');
    await context.close();
  }, 60_000);
});

test('of two thousand messages those near the screen are in the page, and its reader stays there', async () => {
  const { page, context } = await signedIn();
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string };
    for (let part = 0; part < 5; part += 1) {
      const messages = Array.from({ length: 400 }, (_, index) => ({
        id: `m${part * 400 + index}`,
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${part * 400 + index}`,
        timestamp: new Date(1e12 + part * 400 + index).toISOString(),
      }));
      await fetch('/api/progress/chat', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          chatId: 'a-very-long-chat-0001',
          chat: { id: 'a-very-long-chat-0001', title: 'Long', messages },
        }),
      });
    }
  });
  await page.reload();
  await page.getByTestId('chat-item').first().click();
  await page.getByText('Message 1999').waitFor();
  expect(await page.locator('[data-testid^="message-"]').count()).toBeLessThan(60);

  // Its end stays in sight above a long question that is being written.
  await page.getByPlaceholder('Ask anything').fill('one\ntwo\nthree\nfour\nfive');
  await page.waitForFunction(() => (document.querySelector('textarea')?.clientHeight ?? 0) > 90);
  await page.waitForFunction(() => {
    const log = document.querySelector('[role=log]');
    return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
  });

  // Measuring the box while it is typed in does not move what is read above it.
  const scrolled = (by: number) =>
    page.evaluate((pixels) => {
      const log = document.querySelector('[role=log]');
      log?.scrollBy(0, -pixels);
      return log?.scrollTop;
    }, by);
  for (const fromEnd of [0, 40]) {
    const before = await scrolled(fromEnd);
    await page.getByPlaceholder('Ask anything').pressSequentially(' and six');
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace');
    expect(await scrolled(0)).toBe(before);
  }

  // Whoever reads further up while a reply is written stays there, at its end too.
  await ask(page, 'Please count to 200');
  await page.getByTestId('message-assistant').getByText('w20').waitFor();
  await page.getByRole('log').hover();
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, -20);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await page.getByRole('button', { name: 'New reply below' }).waitFor();
  const whileWritten = await scrolled(0);
  await page.getByRole('button', { name: 'Newest message' }).waitFor(); // the reply is over
  expect(await scrolled(0)).toBe(whileWritten);

  // Choosing a version leaves its turn, and the pager that was pressed, where they are.
  await page.getByRole('log').press('Home');
  await page.getByRole('button', { name: 'Regenerate' }).first().click();
  await page.getByTestId('message-assistant').getByText('Answer to: Message 0').waitFor();
  const topOf = (pager: string) =>
    page.getByRole('button', { name: pager }).evaluate((button) => button.getBoundingClientRect().top);
  const pressedAt = await topOf('Previous version');
  await page.getByRole('button', { name: 'Previous version' }).click();
  await page.getByText('Message 3', { exact: true }).waitFor();
  expect(Math.abs((await topOf('Next version')) - pressedAt)).toBeLessThan(1);
  await context.close();
}, 60_000);
