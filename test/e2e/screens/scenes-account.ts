import type { Page } from 'playwright-core';

import { aProSubscription, aSubscription, somePlans, someUsage } from '../../web/support/billing.ts';
import { run, scrolled, SIDEBAR, text } from './acts.ts';
import { pressShortcut } from '../press-shortcut.ts';
import { ARCHIVED } from './chats.ts';
import type { Scene } from './scene.ts';
import { withLanguage } from './api-fixtures.ts';

const settings = (section: string) => async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await page.evaluate((name) => {
    window.location.hash = `#/settings/${name}`;
  }, section);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[class*="_skeleton_"]') === null);
  return dialog;
};
const subscription = async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await run(page, 'Manage Subscription');
  await text('Status')(page);
};
const GRANTED = aSubscription({
  tier: 'premium',
  dailyLimit: -1,
  granted: { since: '2026-11-18T10:00:00.000Z', paidTier: 'free', ends: null },
});

/** The list of chats is answered the same for those that are archived. */
const NOTHING_ARCHIVED = { 'GET /api/progress/chats': { chats: [] } };

/** The account, its plan and its settings. */
export const ACCOUNT: readonly Scene[] = [
  { name: 'settings', as: 'premium', show: settings('appearance') },
  {
    name: 'settings-list',
    as: 'premium',
    show: async (page) => {
      await page.getByRole('heading', { name: /Ada/ }).waitFor();
      await pressShortcut(page, 'Control+,');
      await page.getByRole('navigation', { name: 'Sections of the settings' }).waitFor();
    },
  },
  { name: 'settings-account', as: 'free', show: settings('account') },
  {
    name: 'settings-sessions',
    as: 'premium',
    show: async (page) => {
      await settings('account')(page);
      await scrolled('Sessions')(page);
    },
    onPhone: scrolled('Sessions'),
  },
  {
    name: 'settings-authenticator',
    as: 'premium',
    answers: {
      'GET /api/account/second-factor': { totpSince: null, recoveryCodesLeft: 0, passkeys: [] },
      'POST /api/account/second-factor/totp': {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Parley:ada@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Parley',
      },
    },
    show: async (page) => {
      const dialog = await settings('account')(page);
      await dialog
        .getByRole('button', { name: /^Set up/ })
        .first()
        .click();
      await page.getByText('JBSW Y3DP').scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByText('JBSW Y3DP').scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-new-key',
    as: 'premium',
    show: async (page) => {
      const dialog = await settings('api')(page);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByLabel('Name').fill('Laptop');
    },
  },
  {
    name: 'settings-password',
    as: 'premium',
    show: async (page) => {
      const dialog = await settings('account')(page);
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByText('Choose a password.').scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings-usage', as: 'free', show: settings('usage'), onPhone: scrolled('Usage') },
  {
    name: 'settings-assistants',
    as: 'premium',
    stored: { 'chat-storage': { currentPersonality: 'own' } },
    answers: { 'GET /api/account/instruction': { text: 'Short sentences, British spelling.' } },
    show: settings('chat'),
  },
  { name: 'settings-prompts', as: 'premium', show: settings('prompts') },
  {
    name: 'settings-prompts-empty',
    as: 'free',
    answers: { 'GET /api/prompts': { prompts: [], published: [] } },
    show: settings('prompts'),
  },
  {
    name: 'settings-prompt-edit',
    as: 'premium',
    show: async (page) => {
      const dialog = await settings('prompts')(page);
      await dialog.getByRole('button', { name: 'Edit Translate' }).click();
      await page.getByRole('dialog', { name: 'Edit prompt' }).waitFor();
    },
  },
  {
    name: 'settings-archive',
    as: 'premium',
    answers: { 'GET /api/progress/chats': { chats: ARCHIVED } },
    show: settings('archive'),
    onPhone: scrolled('Archived conversations'),
  },
  { name: 'settings-files', as: 'premium', show: settings('files') },
  { name: 'settings-api', as: 'premium', show: settings('api') },
  {
    name: 'reauthentication',
    as: 'premium',
    answers: {
      'POST /api/account/api-keys': {
        refused: 403,
        error: 'Please confirm that it is you',
        code: 'REAUTHENTICATION_REQUIRED',
      },
    },
    show: async (page) => {
      const dialog = await settings('api')(page);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByLabel('Name').fill('Laptop');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('textbox', { name: 'Password' }).waitFor();
    },
  },
  { name: 'settings-data', as: 'premium', answers: NOTHING_ARCHIVED, show: settings('data') },
  { name: 'settings-german', as: 'premium', stored: withLanguage('de'), show: settings('account') },
  { name: 'settings-arabic', as: 'premium', stored: withLanguage('ar'), show: settings('account') },
  {
    name: 'account-delete',
    as: 'premium',
    answers: { ...NOTHING_ARCHIVED, 'GET /api/account/delete': { proof: 'password' } },
    show: async (page) => {
      await (await settings('data')(page)).getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Delete your account?').waitFor();
    },
  },
  {
    name: 'subscription-granted',
    as: 'premium',
    answers: { 'GET /api/stripe/subscription': GRANTED },
    show: subscription,
  },
  { name: 'subscription-free', as: 'free', show: subscription },
  { name: 'subscription-premium', as: 'premium', show: subscription },
  {
    name: 'subscription-downgrade',
    as: 'premium',
    answers: {
      'GET /api/stripe/subscription': aProSubscription({ tier: 'premium', price: 9.99, nextTier: 'basic' }),
    },
    show: subscription,
  },
  {
    name: 'subscription-ending',
    as: 'premium',
    answers: {
      'GET /api/stripe/subscription': aProSubscription({
        tier: 'premium',
        price: 9.99,
        status: 'canceling',
        cancelAtPeriodEnd: true,
      }),
    },
    show: subscription,
  },
  {
    name: 'plans',
    as: 'free',
    answers: { 'GET /api/plans': somePlans() },
    show: async (page) => {
      await page.getByRole('heading', { name: /Ada/ }).waitFor();
      await run(page, 'Pricing');
      await page.getByTestId('plan-premium').waitFor();
    },
  },
  {
    name: 'checkout-done',
    as: 'premium',
    at: '/?checkout=success',
    show: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'near-limit',
    as: 'free',
    stored: SIDEBAR,
    answers: {
      'GET /api/ai/usage': someUsage({ daily: { used: 29, limit: 30, resetsAt: '2026-11-22T00:00:00.000Z' } }),
    },
    show: text('29 of 30 today'),
  },
  {
    name: 'account-part-lost',
    as: 'free',
    stored: SIDEBAR,
    missingChunk: 'signed-in-chunk',
    show: (page) => page.getByRole('button', { name: 'New Chat' }).waitFor(),
  },
];
