import type { Page } from 'playwright-core';

import { pressShortcut } from '../press-shortcut.ts';
import { withLanguage } from './api-fixtures.ts';
import type { Answers, Scene } from './scene.ts';

const AT = '2026-11-20T09:30:00.000Z';

const ways = (registration: string): Answers => ({
  'GET /api/auth/ways': {
    google: true,
    phone: true,
    email: true,
    oidc: [],
    registration,
    googleUrl: '/identity/google',
    captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
    outboxUrl: null,
  },
});

const invited: Answers = {
  ...ways('invitation'),
  'POST /api/auth/invitation': {
    email: 'ann@northwind.example',
    tier: 'premium',
    byName: 'Grace Hopper',
    expiresAt: '2026-12-01T00:00:00.000Z',
  },
};

const pending = {
  refused: 403,
  error: 'Your request was sent',
  code: 'APPROVAL_PENDING',
  more: { requiresApproval: true, byMail: true },
};

const openEmailForm = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'or continue with email' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).waitFor();
};

const askForAccount = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await openEmailForm(page);
  await dialog.getByLabel('Email').fill('noa@example.org');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
};

const people: Answers = {
  'GET /api/admin/registration-config': {
    mode: 'approval',
    requestMails: true,
    domains: ['northwind.example'],
    lastUpdated: AT,
    updatedBy: 'Grace Hopper',
    reason: 'The team first',
    version: 2,
    origins: { mode: 'admin', domains: 'admin' },
  },
  'GET /api/admin/registration-requests': {
    total: 2,
    waiting: 1,
    requests: [
      {
        id: 'r1',
        email: 'noa@northwind.example',
        emailVerified: false,
        phoneNumber: null,
        name: 'Noa Lindqvist',
        way: 'password',
        provider: null,
        createdAt: AT,
        expiresAt: '2026-12-20T09:30:00.000Z',
        declined: null,
      },
      {
        id: 'r2',
        email: 'bo@elsewhere.example',
        emailVerified: true,
        phoneNumber: null,
        name: 'Bo',
        way: 'google',
        provider: null,
        createdAt: AT,
        expiresAt: '2026-12-20T09:30:00.000Z',
        declined: { byName: 'Grace Hopper', at: AT, reason: 'Only for the team.' },
      },
    ],
  },
  'GET /api/admin/invitations': {
    total: 2,
    invitations: [
      {
        id: 'i1',
        email: 'ann@northwind.example',
        tier: 'premium',
        tierDays: 30,
        uses: 1,
        used: 0,
        usedBy: [],
        byName: 'Grace Hopper',
        createdAt: AT,
        expiresAt: '2026-11-27T09:30:00.000Z',
        revokedAt: null,
      },
      {
        id: 'i2',
        email: null,
        tier: null,
        tierDays: null,
        uses: 5,
        used: 2,
        usedBy: [
          { uid: 'u1', name: 'Ada', at: AT },
          { uid: 'u2', name: 'Robin', at: AT },
        ],
        byName: 'Grace Hopper',
        createdAt: AT,
        expiresAt: '2026-11-27T09:30:00.000Z',
        revokedAt: null,
      },
    ],
  },
};

const openSignIn = async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await pressShortcut(page, 'Control+k');
  await page.getByRole('combobox').fill('Admin Panel');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Sign-up & Sign-in' }).click();
  await page.getByText('Noa Lindqvist').waitFor();
};

const invite = async (page: Page) => {
  await openSignIn(page);
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel(/Email address/).fill('ann@northwind.example');
  await dialog.getByLabel('Plan', { exact: true }).selectOption('premium');
  return dialog;
};

/** How people come to an account, and what admins see of it. */
export const REGISTRATION: readonly Scene[] = [
  {
    name: 'registration-closed',
    as: 'visitor',
    answers: ways('closed'),
    show: async (page) => {
      await page.getByRole('button', { name: 'Sign In' }).first().click();
      await page.getByText('No new accounts can be made here').waitFor();
    },
  },
  {
    name: 'registration-invited',
    as: 'visitor',
    at: '/?invite=a-token',
    answers: invited,
    show: async (page) => {
      await page.getByText('Grace Hopper invites you').waitFor();
      await openEmailForm(page);
    },
  },
  { name: 'registration-asking', as: 'visitor', answers: ways('approval'), show: askForAccount },
  {
    name: 'registration-waiting',
    as: 'visitor',
    answers: { ...ways('approval'), 'POST /api/auth/register': pending },
    show: async (page) => {
      await askForAccount(page);
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByRole('dialog', { name: 'Your request was sent' }).waitFor();
    },
  },
  {
    name: 'registration-invited-arabic',
    as: 'visitor',
    at: '/?invite=a-token',
    stored: withLanguage('ar'),
    answers: invited,
    show: (page) => page.getByText('Grace Hopper').waitFor(),
  },
  {
    name: 'admin-registration',
    as: 'admin',
    answers: people,
    show: openSignIn,
  },
  {
    name: 'admin-invitations',
    as: 'admin',
    answers: people,
    show: async (page) => {
      await openSignIn(page);
      await page.getByRole('heading', { name: 'Invitations' }).scrollIntoViewIfNeeded();
      await page.getByText('2 of 5').scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByText('2 of 5').scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-registration-arabic',
    as: 'admin',
    answers: people,
    stored: withLanguage('ar'),
    show: async (page) => {
      await page.getByRole('heading', { name: /Ada/ }).waitFor();
      await page.evaluate(() => {
        window.location.hash = '#/settings/admin';
      });
      await page.getByRole('dialog').getByRole('region').getByRole('button').last().click();
      await page.getByRole('tab', { name: 'التسجيل والدخول' }).click();
      await page.getByText('Noa Lindqvist').waitFor();
    },
  },
  { name: 'admin-invite', as: 'admin', answers: people, show: invite },
  {
    name: 'admin-invitation-ready',
    as: 'admin',
    answers: {
      ...people,
      'POST /api/admin/invitations': {
        id: 'i3',
        link: 'https://chat.northwind.example/?invite=Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vdCBhIHRva2Vu',
        isMailed: true,
      },
    },
    show: async (page) => {
      const dialog = await invite(page);
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('The invitation is on its way.').waitFor();
    },
  },
];
