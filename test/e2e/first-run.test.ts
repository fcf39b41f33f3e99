import { accessibilityFaults, ask, browser, product, useProduct, visit } from './product.ts';

// As somebody starts it who has set nothing: the demo model answers.
useProduct(undefined, () => ({}));

test('an owner goes from the set-up link to an answer of a real model without touching the server', async () => {
  const { page, context, faults } = await visit(browser, product.url);
  await page.goto(product.setupLink);
  const account = page.getByRole('dialog', { name: 'Create the first admin account' });
  await account.getByLabel('Email').fill('owner@example.org');
  await account.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await account.getByRole('button', { name: 'Create admin account' }).click();

  const guide = page.getByRole('dialog', { name: 'Set-up guide' });
  await guide.getByRole('radio', { name: /Just me/ }).click();
  await guide.getByRole('button', { name: 'Set this up' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await guide.getByRole('button', { name: 'Next' }).click();

  // Left and taken up again, after a reload.
  await guide.getByRole('heading', { name: 'Model' }).waitFor();
  await page.reload();
  await guide.getByRole('heading', { name: 'Model' }).waitFor();
  await guide.getByRole('combobox', { name: 'Provider' }).selectOption('OpenAI-compatible server');
  await guide.getByRole('textbox', { name: 'Address' }).fill(product.model.url);
  await guide.getByRole('button', { name: 'Test and list models' }).click();
  await guide.getByRole('button', { name: 'Use this model' }).click();
  await guide.getByText(/answers from now on/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await guide.getByRole('button', { name: 'Next' }).click();

  await guide.getByRole('button', { name: 'Send a test mail to me' }).click();
  await guide.getByText('Sent to owner@example.org').waitFor();
  await guide.getByRole('button', { name: 'Next' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await guide.getByRole('button', { name: 'Start chatting' }).click();
  await guide.waitFor({ state: 'detached' });

  await ask(page, 'Are you real?');
  await page.getByTestId('message-assistant').getByText('You said: Are you real?').waitFor();
  expect(await page.getByText(/demo model/i).count()).toBe(0);
  expect(await page.getByRole('dialog', { name: 'Verify your email' }).count()).toBe(0);
  expect(faults).toEqual([]);

  // After a crash the connected model answers, not the demo.
  await product.crash();
  const config: unknown = await (await fetch(`${product.url}/api/freemium-config`)).json();
  expect(config).toMatchObject({ demoModel: false, freemiumEnabled: false });
  await context.close();
}, 120_000);
