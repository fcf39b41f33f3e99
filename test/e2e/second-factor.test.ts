import type { Page } from 'playwright-core';

import { CryptoOneTimePasswords } from '../../src/adapters/system/one-time-passwords.ts';
import { accessibilityFaults, ask, browser, product, useProduct, visit, visitSignedIn } from './product.ts';
import { PASSWORD } from '../product/client.ts';

useProduct();

const passwords = new CryptoOneTimePasswords();
/** Steps are used up, so each use of the same half minute is one later. */
const codeOf = (secret: string, offset: number) => passwords.codeAt(secret, Math.floor(Date.now() / 30_000) + offset);

const openSettings = (page: Page) => page.goto(`${product.url}/#/settings/second-factor`);

/** Sets up an authenticator app in the settings; answers its secret and the recovery codes. */
const setUpApp = async (page: Page) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const secret = (await page.locator('code[dir=ltr]').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code that the app shows now').fill(codeOf(secret, -1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).waitFor();
  const codes = await page.locator('ul[dir=ltr] li').allInnerTexts();
  expect(await accessibilityFaults(page)).toEqual([]);
  return { secret, codes };
};

const logIn = async (page: Page, email: string) => {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Sign In' }).first().click();
  const toggle = dialog.getByRole('button', { name: /email/i });
  await dialog.waitFor();
  if (await toggle.isVisible()) await toggle.click();
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('dialog', { name: 'One more step' }).waitFor();
};

test('an authenticator app is set up, asked for, and a recovery code stands in; what was typed is sent', async () => {
  const person = await visitSignedIn(browser, product.url);
  const { secret, codes } = await setUpApp(person.page);
  expect(codes).toHaveLength(10);
  const { page: trial, context: before } = await visit(browser, product.url);
  for (const text of ['First', 'Second', 'Third']) {
    await ask(trial, `${text} of the trial`);
    await trial.getByTestId('message-assistant').getByText(`You said: ${text} of the trial`).waitFor();
  }
  await before.close();
  const { page, context, faults } = await visit(browser, product.url);
  await ask(page, 'Typed before signing in');
  await page.getByRole('dialog').waitFor();
  await logIn(page, person.email);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is not right').waitFor();
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByTestId('message-assistant').getByText('You said: Typed before signing in').waitFor();
  await context.close();

  const phone = await visit(browser, product.url, { phone: true });
  await logIn(phone.page, person.email);
  await phone.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await phone.page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await phone.page.getByRole('button', { name: 'Continue' }).click();
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  await openSettings(phone.page);
  await phone.page.getByText('Unused codes: 9').waitFor();
  expect([...faults, ...phone.faults, ...person.faults]).toEqual([]);
  await phone.context.close();
  await person.context.close();
}, 90_000);

test('a passkey is added, signs in alone, and stands for the second step', async () => {
  const person = await visitSignedIn(browser, product.url);
  const { page, context } = person;
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('This laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('This laptop').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const signOut = async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(product.url);
    await page.reload();
  };
  const isIn = () => page.getByRole('button', { name: 'Sign In' }).first().waitFor({ state: 'detached' });
  await signOut();
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isIn();
  await signOut();
  await logIn(page, person.email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isIn();
  expect(person.faults).toEqual([]);
  await context.close();
}, 90_000);

test('the button for passkeys loads late and moves nothing that somebody is about to press', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('withPasskey')) await released;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Google/ }).waitFor();
  const toggle = dialog.getByRole('button', { name: 'or continue with email' });
  const before = await toggle.boundingBox();
  release();
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  expect(await toggle.boundingBox()).toEqual(before);
  expect(faults).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' }); // parts that load when the page is idle
  await context.close();
});
