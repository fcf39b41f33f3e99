import type { Page } from 'playwright-core';

import {
  accessibilityFaults,
  ask,
  becomeAdmin,
  browser,
  product,
  setTheme,
  useProduct,
  visit,
  visitSignedIn,
} from './product.ts';

useProduct();

const TABS = [
  'Overview',
  'Providers',
  'Rate Limits',
  'Model Access',
  'Model Config',
  'Features',
  'AI Agents',
  'Freemium Trial',
  'File Storage',
  'Debug Logs',
  'Audit',
  'Shared Links',
  'Groups',
  'Sign-up & Sign-in',
  'Users',
];

const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('button', { name: 'Admin Panel' }).click();
  const panel = page.getByRole('dialog', { name: 'Admin Panel' });
  await panel.getByRole('tab', { name: 'Rate Limits' }).waitFor();
  return panel;
};

test('the first admin sees all tabs, sets the trial at once, takes it back, and keeps a person out', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await page.goto(product.setupLink);
  await becomeAdmin(page);
  const person = await visitSignedIn(browser, product.url);
  const panel = await openPanel(page);
  for (const [at, name] of TABS.entries()) {
    await panel.getByRole('tab', { name }).click();
    await panel.getByRole('tabpanel', { name }).waitFor();
    await panel.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await setTheme(page, at % 2 === 0 ? 'light' : 'dark');
    expect([name, await accessibilityFaults(page)]).toEqual([name, []]);
  }

  // One message a day for visitors: the next page that is opened knows it.
  await panel.getByRole('tab', { name: 'Freemium Trial' }).click();
  await panel.getByLabel('Messages per day').fill('1');
  await panel.getByLabel('Reason for changes').fill('A quieter week');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByTestId('toast').waitFor();
  const visitor = await visit(browser, product.url);
  await visitor.page.getByText('1 of 1 free messages left today').waitFor();
  await visitor.context.close();

  await panel.getByRole('tab', { name: 'Users' }).click();
  await panel.getByText(person.email).first().waitFor();
  // On a phone each row is a card, and the heads are only heard.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await panel.getByRole('columnheader', { name: 'Joined' }).count()).toBe(1);
  expect(faults).toEqual([]);
  await person.context.close();
  await context.close();
}, 120_000);

test('an admin chooses a model, and acts as another plan', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'or continue with email' }).click();
  await dialog.getByLabel('Email').fill('admin@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Choose LLM' }).click();
  await page.getByRole('menuitemradio', { name: /^Fake Model/ }).click();
  await ask(page, 'Which one are you?');
  await page.getByTestId('message-assistant').getByText('You said: Which one are you?').waitFor();
  expect(product.model.completions().some(({ body }) => body['model'] === 'fake-model')).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
}, 60_000);

/** What the form of a new account is filled in with. */
const fillIn = async (page: Page, email: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'or continue with email' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  return dialog;
};

test('an invitation makes an account, and so does an admin who approves a request', async () => {
  const admin = await visit(browser, product.url);
  await admin.page.getByRole('button', { name: 'Sign In' }).first().click();
  const signIn = await fillIn(admin.page, 'admin@example.org');
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await signIn.waitFor({ state: 'detached' });
  const panel = await openPanel(admin.page);
  await panel.getByRole('tab', { name: 'Sign-up & Sign-in' }).click();

  await panel.getByRole('button', { name: 'Invite…' }).click();
  const invite = admin.page.getByRole('dialog', { name: 'Invite somebody' });
  await invite.getByRole('button', { name: 'Make the link' }).click();
  const ready = admin.page.getByRole('dialog', { name: 'The invitation is ready' });
  const link = await ready.locator('code').innerText();
  await ready.getByRole('button', { name: 'Done' }).click();
  await panel.getByLabel('New accounts').selectOption({ label: 'After approval by an admin' });
  await panel.getByLabel('Reason for changes').fill('A closed circle');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByTestId('toast').waitFor();

  const invited = await visit(browser, product.url);
  await invited.page.goto(link);
  const form = await fillIn(invited.page, 'invited@example.org');
  await form.getByText('admin invites you to make an account.').waitFor();
  await form.getByRole('button', { name: 'Create Account' }).click();
  await invited.page.getByRole('button', { name: 'Settings', exact: true }).waitFor();

  const seeker = await visit(browser, product.url);
  await seeker.page.getByRole('button', { name: 'Sign In' }).first().click();
  await seeker.page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click();
  const request = await fillIn(seeker.page, 'seeker@example.org');
  await request.getByRole('button', { name: 'Send request' }).click();
  await seeker.page.getByText('Your request was sent').waitFor();

  await admin.page.reload();
  await panel.getByRole('button', { name: 'Approve seeker@example.org' }).click();
  await panel.getByText('seeker@example.org has an account now.').waitFor();
  await seeker.page.goto(`${product.url}/sandbox`);
  await seeker.page
    .getByRole('link', { name: /\?token=/ })
    .first()
    .click();
  await seeker.page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
  expect([...admin.faults, ...invited.faults, ...seeker.faults]).toEqual([]);
  for (const { context } of [admin, invited, seeker]) await context.close();
}, 120_000);
