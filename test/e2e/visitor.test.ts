import { accessibilityFaults, ask, browser, product, signUp, useProduct, visit } from './product.ts';

useProduct();

describe('a visitor', () => {
  test('costs the first screen one call of each kind, begun before its script is there', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await page.goto(product.url);
    await page.getByText('3 of 3 free messages left today').waitFor();
    expect(await page.locator('link[rel="preload"][as="fetch"]').count()).toBe(3);
    expect(asked.sort()).toEqual(['/api/freemium-config', '/api/plans', '/api/theme']);
    await context.close();
  }, 60_000);

  // All visitors here come from one address, so this one journey spends the day's trial.
  test('asks without an account, is told the limit, signs up, and finds everything in a chat', async () => {
    const { page, context, faults } = await visit(browser, product.url, { offlineCache: true });
    const answers = page.getByTestId('message-assistant');
    await page.getByText('3 of 3 free messages left today').waitFor();
    await ask(page, 'First of the trial');
    await answers.getByText('You said: First of the trial').waitFor();
    await page.getByText('2 of 3 free messages left today').waitFor();
    await page.reload();
    await answers.getByText('You said: First of the trial').waitFor();
    await ask(page, 'Second of the trial');
    await answers.getByText('You said: Second of the trial').waitFor();
    await ask(page, 'Third of the trial');
    await page.getByText('Free trial complete!').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Get Started Free' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await signUp(page);
    await page.getByTestId('chat-item').waitFor();
    await answers.getByText('You said: Third of the trial').waitFor();
    expect(await page.getByTestId('message-user').count()).toBe(3);
    await page.reload();
    await page.getByTestId('chat-item').click();
    await answers.getByText('You said: First of the trial').waitFor();
    expect(
      await page.evaluate(() => JSON.parse(localStorage.getItem('trial-storage') ?? '{}') as { messagesUsed: number }),
    ).toMatchObject({ messages: [], messagesUsed: 3 });
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);

  test('whose limit was spent elsewhere keeps what was typed, and it is sent after signing up', async () => {
    const { page, context, faults } = await visit(browser, product.url);
    await ask(page, 'Typed beyond the limit');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await signUp(page);
    await page.getByTestId('message-assistant').getByText('You said: Typed beyond the limit').waitFor();
    expect(await page.getByTestId('message-user').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
});

describe.each([
  ['a large window', false],
  ['a phone', true],
] as const)('the welcome screen and sign-in in %s', (_, phone) => {
  test.each(['light', 'dark'] as const)(
    'are free of faults that axe finds, in %s',
    async (theme) => {
      const { page, context, faults } = await visit(browser, product.url, { phone });
      await page.getByPlaceholder('Ask anything').waitFor();
      await page.evaluate(
        (name) => (window as unknown as { themeDebug: { set(theme: string): void } }).themeDebug.set(name),
        theme,
      );
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign In' }).first().click();
      await page.getByRole('dialog').getByText('Welcome Back').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(faults).toEqual([]);
      await context.close();
    },
    30_000,
  );
});

test('a part that does not come is told over the page, and a fresh page brings it with what was typed', async () => {
  const { page, context } = await visit(browser, product.url);
  await context.route('**/assets/sign-in-dialogs-*.js', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.getByPlaceholder('Ask anything').fill('Typed before the fresh page');
  await context.unroute('**/assets/sign-in-dialogs-*.js');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByPlaceholder('Ask anything').waitFor();
  expect(await page.getByPlaceholder('Ask anything').inputValue()).toBe('Typed before the fresh page');
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  await page.getByRole('dialog').getByText('Welcome Back').waitFor();
  await context.close();
}, 60_000);

test('the setup link makes the first admin and leaves the address bar', async () => {
  const { page, context } = await visit(browser, product.url);
  await page.goto(`${product.url}/?setup=not-a-real-token`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(page.url()).not.toContain('setup');
  await dialog.getByLabel('Email').fill('boss@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('top secret words');
  await dialog.getByRole('button', { name: /Create/ }).click();
  await dialog.getByText('Invalid or expired setup link').waitFor();
  expect(await dialog.getByLabel('Email').inputValue()).toBe('boss@example.org');
  await context.close();
}, 30_000);
