import { readFileSync } from 'node:fs';

import { streamsText } from '../vendors/openai-server.ts';
import {
  accessibilityFaults,
  ask,
  browser,
  faultsInBothThemes,
  product,
  useProduct,
  visit,
  visitSignedIn,
} from './product.ts';

const ANSWER =
  '## How bread rises\n\nYeast eats sugar.\n\n```python\nprint("wait")\n```\n\n| Flour | Water |\n|---|---|\n' +
  '| 500 g | 350 g |\n\nIt is $a^2$.\n';

const SCROLLED_SIDEWAYS = `[...document.querySelectorAll('*')].flatMap(
  (one) => (getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth ? one.className : []))`;

useProduct(streamsText(ANSWER));

test('a conversation is shared, read without an account on a phone, exported, printed and revoked', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url);
  await ask(page, 'How does bread rise?');
  await page.getByRole('cell', { name: '500 g' }).waitFor();
  const menu = page.locator('main').getByRole('button', { name: /^More for/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share conversation' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = (await dialog.getByRole('link').getAttribute('href')) ?? '';
  await page.keyboard.press('Escape');

  const asked: string[] = [];
  const reader = await visit(browser, product.url, { phone: true });
  await reader.page.goto('about:blank'); // what the product itself still asks for is not this page's
  reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const response = await reader.page.goto(address);
  expect([
    response?.status(),
    response?.headers()['x-robots-tag'],
    response?.headers()['content-security-policy']?.includes("script-src 'self'"),
  ]).toEqual([200, 'noindex, nofollow', true]);
  await reader.page.getByRole('cell', { name: '500 g' }).waitFor();
  expect(await reader.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
  expect(await reader.page.getByRole('textbox').count()).toBe(0);
  // The theme says whether sandboxes serve, and is the same for everybody.
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/shared/'))).toEqual(['/api/theme']);
  expect(await faultsInBothThemes(reader.page)).toEqual([]);
  await reader.page.getByRole('button', { name: 'Open in document view' }).click();
  await reader.page.getByTestId('document-view').waitFor();
  expect(await faultsInBothThemes(reader.page)).toEqual([]);

  // With a mouse, buttons have tips: none of them makes the page wider than its window.
  const narrow = await visit(browser, address);
  await narrow.page.setViewportSize({ width: 390, height: 844 });
  await narrow.page.getByRole('button', { name: 'Copy code' }).hover();
  expect(await narrow.page.evaluate(SCROLLED_SIDEWAYS)).toEqual([]);
  await narrow.context.close();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    menu.click().then(() => page.getByRole('menuitem', { name: 'Export as Markdown' }).click()),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    '## You\n\nHow does bread rise?\n\n## Parley\n\n## How bread rises',
  );

  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await page.waitForFunction(() => document.title === 'printed');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByTestId('print-sheet').innerText()).toMatch(
    /How does bread rise\?[\s\S]*Yeast eats sugar\.[\s\S]*500 g/,
  );
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Data' }).click();
  await page.getByRole('button', { name: /^Revoke the link/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Nothing is shared').waitFor();
  const gone = await reader.page.goto(address);
  await reader.page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
  expect([gone?.status(), await faultsInBothThemes(reader.page)]).toEqual([404, []]);
  expect([faults, reader.faults]).toEqual([[], []]);
  await Promise.all([context.close(), reader.context.close()]);
}, 90_000);
