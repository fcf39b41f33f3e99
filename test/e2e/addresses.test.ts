import type { BrowserContext, Page } from 'playwright-core';

import { chunk, DONE, type ScriptedResponse } from '../vendors/openai-server.ts';
import { ask, browser, product, signUp, useProduct, visit, visitSignedIn } from './product.ts';

/** Paragraphs that fill several screens for a long answer, else a line. */
const answerTo = (question: string): string =>
  question.includes('long')
    ? Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of a long answer.`).join('\n\n')
    : `Answer to: ${question}`;

const isTitle = (messages: readonly { readonly content: string }[]): boolean =>
  messages[0]?.content.includes('title') ?? false;

const answering: ScriptedResponse = async (wire, { body }) => {
  const messages = body['messages'] as { role: string; content: string }[];
  const question = messages.at(-1)?.content ?? '';
  await wire.sendEvent(
    chunk({ content: isTitle(messages) ? `About ${/bread|tea/.exec(question)?.[0]}` : answerTo(question) }),
  );
  await wire.sendEvent(chunk({}, 'stop'));
  await wire.sendBytes(DONE);
  wire.end();
};

useProduct(answering);

const hashOf = (page: Page): string => new URL(page.url()).hash;
const atHash = (page: Page, hash: string | RegExp) =>
  page.waitForURL((url) => (typeof hash === 'string' ? url.hash === hash : hash.test(url.hash)));
const titled = (page: Page, title: string) => page.waitForFunction((wanted) => document.title === wanted, title);
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });
const composer = (page: Page) => page.getByPlaceholder('Ask anything');
const dialog = (page: Page) => page.getByRole('dialog');
const answers = (page: Page) => page.getByTestId('message-assistant');

/** Asks in a new chat, and answers the chat's address once its first turn is stored and it has its title. */
const startChat = async (page: Page, question: string, title: string): Promise<string> => {
  await ask(page, question);
  await titled(page, `${title} – Parley`);
  await atHash(page, /^#\/c\/[\w-]+$/);
  return hashOf(page);
};

const signedIn = async (options: Parameters<typeof visit>[2] = {}) => {
  const visited = await visitSignedIn(browser, product.url, options);
  await row(visited.page, 'About').or(visited.page.getByText('No conversations yet')).first().waitFor();
  return visited;
};

const withTwoChats = async () => {
  const visited = await signedIn();
  const bread = await startChat(visited.page, 'Please tell me about bread', 'About bread');
  await visited.page.getByRole('button', { name: 'New Chat' }).first().click();
  await atHash(visited.page, '#/');
  const tea = await startChat(visited.page, 'Please tell me about tea', 'About tea');
  return { ...visited, bread, tea };
};

/** How far the conversation is scrolled, once it has not moved for ten frames: a wheel goes on for a while. */
const restingPlace = (page: Page): Promise<number> =>
  page.getByRole('log').evaluate(
    (log) =>
      new Promise<number>((resolve) => {
        let [top, still] = [log.scrollTop, 0];
        const look = (): void => {
          still = log.scrollTop === top ? still + 1 : 0;
          top = log.scrollTop;
          if (still >= 10) resolve(top);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );

const openTab = async (context: BrowserContext, address: string): Promise<Page> => {
  const tab = await context.newPage();
  await tab.goto(`${product.url}/${address}`);
  return tab;
};

test('chats have addresses: Back, Forward, reload, a new tab and a middle click', async () => {
  const { page, context, faults, bread, tea } = await withTwoChats();
  await row(page, 'About bread').click();
  await titled(page, 'About bread – Parley');
  expect(hashOf(page)).toBe(bread);
  await page.goBack();
  await titled(page, 'About tea – Parley');
  expect(hashOf(page)).toBe(tea);
  // The empty page has become the chat about tea, so the chat about bread is the one before it.
  await page.goBack();
  await titled(page, 'About bread – Parley');
  expect(hashOf(page)).toBe(bread);
  await page.goForward();
  await titled(page, 'About tea – Parley');
  await page.goForward();
  await answers(page).getByText('about bread').waitFor();

  await page.reload();
  await answers(page).getByText('about bread').waitFor();
  await page.goBack();
  await answers(page).getByText('about tea').waitFor();

  const bookmarked = await openTab(context, bread);
  await answers(bookmarked).getByText('about bread').waitFor();
  await titled(bookmarked, 'About bread – Parley');

  const [clicked] = await Promise.all([
    context.waitForEvent('page'),
    row(page, 'About bread').click({ button: 'middle' }),
  ]);
  await answers(clicked).getByText('about bread').waitFor();
  expect(hashOf(clicked)).toBe(bread);
  expect(hashOf(page)).toBe(tea);

  const fresh = await openTab(context, '');
  await composer(fresh).waitFor();
  expect(await answers(fresh).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('a colleague who gets a link sees what one sees of a chat that does not exist', async () => {
  const { page, context, email } = await signedIn();
  const address = await startChat(page, 'Please tell me about bread', 'About bread');
  const colleague = await visit(browser, `${product.url}/${address}`);
  await dialog(colleague.page).getByText('Welcome Back').waitFor();
  await dialog(colleague.page).getByRole('button', { name: 'Close' }).click();
  await atHash(colleague.page, '#/');
  await signUp(colleague.page);
  const seen: string[] = [];
  for (const hash of [address, '#/c/of-nobody']) {
    const tab = await openTab(colleague.context, hash);
    await tab.getByRole('heading', { name: 'This conversation is not yours to open' }).waitFor();
    expect(await tab.title()).toBe('Parley');
    expect(await composer(tab).count()).toBe(0);
    seen.push(await tab.getByRole('main').innerHTML());
  }
  expect(seen[1]).toBe(seen[0]);
  expect(seen[0]).not.toContain('bread');
  await colleague.context.close();

  // The owner, signed out elsewhere, signs in at the address and is there.
  const owner = await visit(browser, `${product.url}/${address}`);
  const signIn = dialog(owner.page);
  await signIn.getByRole('button', { name: 'or continue with email' }).click();
  await signIn.getByLabel('Email').fill(email);
  await signIn.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
  await answers(owner.page).getByText('about bread').waitFor();
  expect(hashOf(owner.page)).toBe(address);
  await owner.context.close();
  await context.close();
}, 90_000);

test('dialogs are opened by their addresses and close with Back, and the focus is where they were opened', async () => {
  const { page, context, faults } = await signedIn();
  const address = await startChat(page, 'Please tell me about bread', 'About bread');
  for (const [hash, name] of [
    ['#/settings', 'Settings'],
    ['#/settings/keyboard', 'Settings'],
    ['#/settings/subscription', 'Subscription'],
    ['#/files', 'File Manager'],
    ['#/pricing', 'Pricing'],
    ['#/about', 'About Parley'],
  ] as const) {
    await page.goto(`${product.url}/${hash}`);
    await page.getByRole('dialog', { name: new RegExp(name, 'i') }).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    expect(hashOf(page)).toBe(address);
    await answers(page).getByText('about bread').waitFor();
  }
  const settings = page.getByRole('button', { name: 'Settings' });
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await settings.click();
    await dialog(page).waitFor();
    await atHash(page, '#/settings');
    await close();
    await dialog(page).waitFor({ state: 'detached' });
    await atHash(page, address);
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Settings');
  }
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('a document has an address and closes with Back, and the chat is where it was read', async () => {
  const { page, context, faults } = await signedIn();
  const bread = await startChat(page, 'Please write a long text about bread', 'About bread');
  const log = page.getByRole('log');
  await log.hover();
  await page.mouse.wheel(0, -1200);
  await page.getByRole('button', { name: /newest/i }).waitFor();
  const before = await restingPlace(page);
  expect(before).toBeGreaterThan(0);
  const isBack = async () => {
    await page.waitForFunction(
      (top) => Math.abs((document.querySelector('[role=log]')?.scrollTop ?? 0) - top) < 4,
      before,
    );
    expect(Math.abs((await restingPlace(page)) - before)).toBeLessThan(4);
  };

  // Another chat, and back.
  await page.getByRole('button', { name: 'New Chat' }).first().click();
  const tea = await startChat(page, 'Please tell me about tea', 'About tea');
  await page.goBack();
  await atHash(page, bread);
  await isBack();

  // A document, and back: by the browser and by the page.
  for (const close of [() => page.goBack(), () => page.getByRole('button', { name: 'Back to chat' }).click()]) {
    // A click by the pointer would scroll to the button first.
    await page.getByRole('button', { name: 'Open in document view' }).first().dispatchEvent('click');
    await page.getByTestId('document-view').waitFor();
    await atHash(page, new RegExp(`^${bread}/d/`));
    await close();
    await atHash(page, bread);
    await isBack();
  }
  await page.goForward();
  await page.getByTestId('document-view').waitFor();
  await page.reload();
  await page.getByTestId('document-view').waitFor();
  await page.goBack();
  await log.waitFor();

  // Whoever opens it finds its end. The document has closed the sidebar.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await row(page, 'About tea').click();
  await atHash(page, tea);
  await row(page, 'About bread').click();
  await answers(page).getByText('Paragraph 60 of').waitFor();
  expect(await page.getByRole('button', { name: /newest/i }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('the browser’s search engine fills the box and sends nothing', async () => {
  const described = await fetch(`${product.url}/opensearch.xml`);
  expect(described.headers.get('content-type')).toMatch(/^application\/opensearchdescription\+xml/);
  const template = /template="([^"]+)"/.exec(await described.text())?.[1] ?? '';
  const { page, context } = await signedIn();
  expect(await page.locator('link[rel=search]').getAttribute('href')).toBe('/opensearch.xml');
  await startChat(page, 'Please tell me about bread', 'About bread');
  const asked = product.model.completions().length;
  const question = 'why & how does <b>tea</b> steep?';
  await page.goto(template.replace('{searchTerms}', encodeURIComponent(question)));
  await composer(page).waitFor();
  expect(await composer(page).inputValue()).toBe(question);
  expect(new URL(page.url()).search).toBe('');
  expect(hashOf(page)).toBe('#/');
  expect(await answers(page).count()).toBe(0);

  const visitor = await visit(browser, `${product.url}/?q=what%20is%20yeast%3F`);
  await visitor.page.getByText('3 of 3 free messages left today').waitFor();
  expect(await composer(visitor.page).inputValue()).toBe('what is yeast?');
  // One answered message of one's own shows that nothing else was on its way.
  await page.getByRole('button', { name: 'Send' }).click();
  await answers(page).getByText('Answer to: why').waitFor();
  const texts = product.model.completions().map(({ body }) => JSON.stringify(body));
  expect(texts.some((text) => text.includes('yeast'))).toBe(false);
  expect(texts.slice(asked).filter((text) => text.includes('steep') && !text.includes('title')).length).toBe(1);
  await visitor.context.close();
  await context.close();
}, 90_000);
