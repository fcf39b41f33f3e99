import { OpenAI } from 'openai';
import type { Page } from 'playwright-core';

import {
  accessibilityFaults,
  ask,
  browser,
  faultsInBothThemes,
  openMailedLink,
  product,
  signUp,
  useProduct,
  visit,
  visitSignedIn,
} from './product.ts';

const LIMIT_TEXT = 'Daily message limit reached (30 messages)! Upgrade to continue chatting with unlimited access.';

useProduct();

/** Calls the API as the page of this person would. */
const call = (
  page: Page,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: { daily: { used: number } } }> =>
  page.evaluate(
    async ([to, sent]) => {
      const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string };
      const answer = await fetch(to, {
        method: sent ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(sent ? { body: sent } : {}),
      });
      return { status: answer.status, json: (await answer.json()) as { daily: { used: number } } };
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  );

/** Uses up the day but for one message. */
const nearTheLimit = async (page: Page): Promise<void> => {
  const { json } = await call(page, '/api/ai/usage');
  for (let used = json.daily.used; used < 29; used += 1)
    await call(page, '/api/ai/groq', { messages: [{ role: 'user', content: 'again' }], stream: false });
  await page.reload();
};

const answered = (page: Page, text: string) =>
  page.getByTestId('message-assistant').getByText(`You said: ${text}`).waitFor();

const openSettings = async (page: Page, section: string) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('link', { name: section }).click();
  return settings;
};

const openSubscription = async (page: Page) => {
  await (await openSettings(page, 'Account')).getByRole('button', { name: 'Manage Subscription' }).click();
  const subscription = page.getByRole('dialog', { name: 'Subscription' });
  await subscription.getByText('Status').waitFor();
  return subscription;
};

/** Pays at the sandbox's counter and waits until the product has heard of it. */
const pay = async (page: Page, plan: 'Pro' | 'Premium', price: string): Promise<void> => {
  await page.getByRole('button', { name: `Upgrade to ${plan}` }).click();
  await page.getByRole('button', { name: `Pay ${price}` }).click();
  await page.getByRole('dialog', { name: `Welcome to ${plan}` }).waitFor();
};

test('a person goes from the trial through every plan and back to free, and loses nothing on the way', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  for (const [at, text] of ['First', 'Second', 'Third'].entries()) {
    await page.getByText(`${3 - at} of 3 free messages left today`).waitFor();
    await ask(page, text);
    await answered(page, text);
  }
  await page.getByRole('button', { name: 'Get Started Free' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await signUp(page, { by: 'mail' });
  await answered(page, 'Third');

  // The limit is seen coming, then met.
  await nearTheLimit(page);
  await page.getByText('29 of 30 today').waitFor();
  await ask(page, 'The thirtieth');
  await answered(page, 'The thirtieth');
  await ask(page, 'The one too many');
  await page.getByText(LIMIT_TEXT).first().waitFor();
  const subscription = page.getByRole('dialog', { name: 'Subscription' });
  await subscription.getByText('No paid plan').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);

  // A card that is declined, and a change of mind, cost nothing; what was refused waits in the box.
  await subscription.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await page.getByText('The card was declined').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back without paying' }).click();
  await page.getByText('Checkout cancelled. Nothing was charged.').waitFor();
  expect(await page.getByPlaceholder('Ask anything').inputValue()).toBe('The one too many');

  await openSubscription(page);
  await pay(page, 'Pro', '$4.99');
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start chatting' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await answered(page, 'The one too many');
  await page.getByText('Pro plan').waitFor();
  expect(await page.getByText('of 30 today').count()).toBe(0);

  await openSubscription(page);
  expect(await page.getByRole('button', { name: 'Upgrade to Pro' }).count()).toBe(0);
  await pay(page, 'Premium', '$9.99');
  await page.getByRole('button', { name: 'Start chatting' }).click();

  // Premium brings programs along.
  const settings = await openSettings(page, 'API');
  await settings.getByRole('button', { name: 'Create key' }).click();
  await settings.getByLabel('Name').fill('My script');
  await settings.getByRole('button', { name: 'Create key' }).click();
  await settings.getByText('Copy your key now.').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  const apiKey = await settings.locator('[role="status"] code').innerText();
  const baseURL = await settings.locator('code', { hasText: /\/v1$/ }).innerText();
  expect(baseURL).toBe(`${product.url}/v1`);
  const program = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  const model = /model="([^"]+)"/.exec(await settings.getByLabel('Example', { exact: true }).innerText())?.[1] ?? '';
  const complete = () =>
    program.chat.completions.create({ model, messages: [{ role: 'user', content: 'From a program' }] });
  expect((await complete()).choices[0]?.message.content).toBe('You said: From a program');

  // Cancelled, it stays to the end of the month; then everything is as before, and the key opens nothing.
  await settings.getByRole('link', { name: 'Account' }).click();
  await settings.getByRole('button', { name: 'Manage Subscription' }).click();
  await subscription.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('alertdialog').getByText('You keep Premium until').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, cancel subscription' }).click();
  await subscription.getByText('Ends on').waitFor();
  expect((await complete()).choices).toHaveLength(1);
  await subscription.getByRole('button', { name: 'Manage payment' }).click();
  await page.getByRole('button', { name: 'End the period' }).click();
  await page.getByText('Ended on').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to Parley' }).click();
  await page.getByText('Free plan').waitFor();
  await (await openSubscription(page)).getByText('Ended').waitFor();
  await page.keyboard.press('Escape');
  await expect(complete()).rejects.toMatchObject({ status: 403 });
  await ask(page, 'Free again');
  await page.getByText(LIMIT_TEXT).first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

describe('signing in', () => {
  const options = async (page: Page) => {
    await page.getByRole('button', { name: 'Sign In' }).first().click();
    return page.getByRole('dialog');
  };

  test('by a code on the phone; signing out everywhere ends it there too', async () => {
    const enter = async () => {
      const { page, context } = await visit(browser, product.url);
      const dialog = await options(page);
      await dialog.getByRole('button', { name: 'Continue with Phone' }).click();
      await dialog.getByLabel('Country').selectOption('US');
      return { page, context, dialog };
    };
    const first = await enter();
    await first.dialog.getByLabel('Phone number').fill('201 555 0123');
    expect(await faultsInBothThemes(first.page)).toEqual([]);
    await first.dialog.getByRole('button', { name: 'Send code' }).click();
    const submit = first.dialog.getByRole('button', { name: 'Submit' });
    await first.dialog.getByLabel('Code').fill('12345');
    expect(await submit.isDisabled()).toBe(true);
    expect(await faultsInBothThemes(first.page)).toEqual([]);
    const said = await first.dialog.getByText('The code is').innerText();
    await first.dialog.getByLabel('Code').fill(/The code is (\d{6})/.exec(said)?.[1] ?? '');
    await submit.click();
    await first.page.getByText('Free plan').waitFor();

    // A second browser of the same person: the session is all that matters here.
    const second = await visit(browser, product.url);
    const session = await first.page.evaluate(() => localStorage.getItem('session') ?? '');
    await second.page.evaluate((value) => localStorage.setItem('session', value), session);
    await second.page.reload();
    await second.page
      .getByText('Free plan')
      .or(second.page.getByRole('button', { name: 'Toggle sidebar' }))
      .first()
      .waitFor();

    const settings = await openSettings(first.page, 'Account');
    expect(await faultsInBothThemes(first.page)).toEqual([]);
    await settings.getByRole('button', { name: 'Sign out everywhere' }).click();
    await first.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await first.page.getByRole('button', { name: 'Sign In' }).first().waitFor();
    await second.page.getByPlaceholder('Ask anything').fill('Still here?');
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('dialog', { name: 'Welcome Back' }).waitFor();
    await Promise.all([first.context.close(), second.context.close()]);
  }, 60_000);

  test('with Google, by the sandbox’s page in a window of its own', async () => {
    const { page, context, faults } = await visit(browser, product.url);
    const dialog = await options(page);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    await popup.getByLabel('Name').fill('Robin Sandbox');
    expect(await accessibilityFaults(popup)).toEqual([]);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
    await page.getByText('Robin Sandbox').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test('at a provider of OpenID Connect, after a refusal', async () => {
    const { page, context, faults } = await visit(browser, product.url);
    const dialog = await options(page);
    const openProvider = async () => {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: 'Continue with Sandbox' }).click(),
      ]);
      await popup.getByLabel('Name').fill('Robin Provided');
      return popup;
    };
    const refused = await openProvider();
    expect(await accessibilityFaults(refused)).toEqual([]);
    await Promise.all([refused.waitForEvent('close'), refused.getByRole('button', { name: 'Refuse' }).click()]);
    await dialog.getByText('The sign-in was cancelled').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    const popup = await openProvider();
    await popup.getByLabel('Email').fill('robin.provided@example.com');
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
    await page.getByText('Robin Provided').waitFor();

    const settings = await openSettings(page, 'Account');
    await settings.getByRole('button', { name: 'Unlink Sandbox' }).click();
    await settings.getByText('the only way into your account').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
    await context.close();
  }, 60_000);

  test('with a new password after the mailed link, which ends the other sessions and works once', async () => {
    const known = await visitSignedIn(browser, product.url);
    const { email } = known;
    const { page, context, faults } = await visit(browser, product.url);
    const dialog = await options(page);
    await dialog.getByRole('button', { name: 'or continue with email' }).click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill('what was it again');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await dialog.getByText('Login failed').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Forgot password?' }).click();
    expect(await dialog.getByLabel('Email').inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
    await dialog.getByText('a mail is on its way').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);

    const mailed = await openMailedLink(context, product.url, 'Choose a new password');
    await mailed.getByLabel('New password').fill('a much better one');
    expect(mailed.url()).not.toContain('reset=');
    expect(await faultsInBothThemes(mailed)).toEqual([]);
    await mailed.getByRole('button', { name: 'Set new password' }).click();
    await mailed.getByText('Free plan').waitFor();
    await ask(known.page, 'Still here?');
    await known.page.getByRole('dialog', { name: 'Welcome Back' }).waitFor();

    const again = await openMailedLink(context, product.url, 'Choose a new password');
    await again.getByLabel('New password').fill('and one more of mine');
    await again.getByRole('button', { name: 'Set new password' }).click();
    await again.getByText('Invalid or expired reset token').waitFor();
    expect(faults).toEqual([]);
    await Promise.all([context.close(), known.context.close()]);
  }, 60_000);
});

test('the plans, and an unverified address, are free of faults that axe finds in both themes', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await page.getByRole('button', { name: 'Pricing' }).click();
  await page.getByTestId('plan-premium').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await signUp(page, { by: 'nothing' });
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.goto(`${product.url}/sandbox`);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
}, 60_000);
