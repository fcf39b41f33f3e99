import type { Page } from 'playwright-core';

import { aSentenceModel, someFreemium, someHealth } from '../../web/support/admin.ts';
import { pressShortcut } from '../press-shortcut.ts';
import type { Answers, Scene } from './scene.ts';

const panel = async (page: Page, tab: string) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await pressShortcut(page, 'Control+k');
  await page.getByRole('combobox').fill('Admin Panel');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Admin Panel' });
  await dialog.getByRole('tab', { name: tab }).click();
  await dialog.getByRole('tabpanel', { name: tab }).waitFor();
  return dialog;
};

const scrolledToEnd = async (page: Page) => {
  await page.getByRole('tabpanel').evaluate((content) => content.scrollTo(0, content.scrollHeight));
};

const fileSearchCard = async (page: Page) => {
  await page.getByRole('heading', { name: 'Search in files' }).evaluate((heading) => heading.scrollIntoView());
};

const TABS = [
  'Overview',
  'Providers',
  'Rate Limits',
  'Model Access',
  'Model Config',
  'Features',
  'AI Agents',
  'Tools',
  'Prompts',
  'Freemium Trial',
  'File Storage',
  'Debug Logs',
  'Audit',
  'Shared Links',
  'Groups',
  'Users',
];

const VERSIONS: Answers = {
  'GET /api/admin/config/rate-limits/versions': {
    versions: [
      {
        version: 3,
        by: 'u2',
        byName: 'Grace Hopper',
        at: '2026-11-20T09:30:00.000Z',
        reason: 'Spring cleaning',
        restored: null,
        changes: [{ path: ['subscriptions', 'free', 'lifetime', 'totalMessages'], from: 500, to: -1 }],
      },
      {
        version: 2,
        by: 'u1',
        byName: 'Ada Lovelace',
        at: '2026-11-12T16:04:00.000Z',
        reason: 'Back to what it was',
        restored: 0,
        changes: [
          {
            path: ['subscriptions', 'free', 'lifetime', 'modelLimits', 'moonshotai/kimi-k2-instruct'],
            from: 40,
            to: 10,
          },
        ],
      },
    ],
  },
};

const QUICKER = {
  version: 4,
  by: 'u2',
  byName: 'Alan Turing',
  at: '2026-11-21T14:20:00.000Z',
  reason: 'Too many',
  restored: null,
  changes: [{ path: ['features', 'graceMessages'], from: 5, to: 2 }],
};
const CONFLICT: Answers = {
  'POST /api/admin/rate-limits': { refused: 409, error: 'Changed meanwhile', more: { version: 4, changes: [QUICKER] } },
};

const AT = '2026-11-20T09:30:00.000Z';
const request = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, email: `${name.toLowerCase()}@example.org`, emailVerified: true, phoneNumber: null, way: 'password' },
  ...{ provider: null, createdAt: AT, expiresAt: '2026-12-20T09:30:00.000Z', declined: null },
  ...more,
});
const ASKING: Answers = {
  'GET /api/admin/registration-requests': {
    requests: [request('r1', 'Noa'), request('r2', 'Mallory', { emailVerified: false })],
    total: 2,
    waiting: 2,
  },
};

const BACKUP = {
  need: 'backup',
  label: 'Backups',
  adapter: 's3',
  state: 'ok',
  detail: 'Last backup: 2026-11-21 03:00 UTC, 182.4 MB',
  checkedAt: AT,
};

const of = async (page: Page, action: RegExp): Promise<void> => {
  const dialog = await panel(page, 'Users');
  await dialog.getByText('alan@example.org').first().waitFor();
  await dialog.getByRole('button', { name: action }).first().click();
};

const chatLimits = async (page: Page): Promise<void> => {
  await page
    .getByRole('heading', { name: 'Chat limits' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
};

/** What an admin sees: every tab, and what lies over them. */
export const ADMIN: readonly Scene[] = [
  ...TABS.map((tab): Scene => ({
    name: `admin-${tab.toLowerCase().replace(/ /g, '-')}`,
    as: 'admin',
    show: (page) => panel(page, tab),
  })),
  {
    name: 'admin-waiting',
    as: 'admin',
    answers: ASKING,
    show: async (page) => {
      await (await panel(page, 'Users')).getByText('2 people wait for an account').waitFor();
    },
  },
  {
    name: 'admin-chat-limits',
    as: 'admin',
    show: async (page) => {
      await panel(page, 'File Storage');
      await chatLimits(page);
    },
    onPhone: async (page) => {
      await chatLimits(page);
    },
  },
  {
    name: 'admin-tools-add',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Tools');
      await dialog.getByText('Issue tracker').first().waitFor();
      await dialog.getByRole('button', { name: 'Change Calendar' }).click();
      await page.getByRole('checkbox', { name: 'Research' }).waitFor();
    },
  },
  {
    name: 'admin-history',
    as: 'admin',
    answers: VERSIONS,
    show: async (page) => {
      await (await panel(page, 'Rate Limits')).getByRole('button', { name: 'History' }).first().click();
      await page.getByText('Back to what it was').waitFor();
    },
  },
  {
    name: 'admin-provider',
    as: 'admin',
    answers: {
      'POST /api/admin/providers/test': {
        refused: 400,
        error: 'Incorrect API key provided.',
        code: 'PROVIDER_FAILED',
        more: { failure: 'key' },
      },
    },
    show: async (page) => {
      const dialog = await panel(page, 'Providers');
      await dialog.getByRole('button', { name: 'Change OpenAI' }).click();
      await page.getByLabel('API key', { exact: true }).fill('sk-wrong');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('The key is wrong or has no rights.').waitFor();
    },
  },
  {
    name: 'admin-audit-details',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Audit');
      await dialog
        .getByRole('row', { name: /Person suspended/ })
        .locator('summary')
        .click();
      await page.getByText('Many accounts').scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByText('Many accounts').scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-search',
    as: 'admin',
    show: async (page) => {
      await (await panel(page, 'Overview')).getByRole('combobox', { name: 'Find a setting' }).fill('mail');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'admin-health',
    as: 'admin',
    answers: {
      'GET /api/admin/health': { needs: [...someHealth().needs, BACKUP] },
    },
    show: async (page) => {
      await panel(page, 'Overview');
      await page.getByRole('button', { name: /^Test/ }).first().waitFor();
      await scrolledToEnd(page);
    },
    onPhone: scrolledToEnd,
  },
  {
    name: 'admin-user-menu',
    as: 'admin',
    show: (page) => of(page, /^More for alan/i),
    onPhone: (page) =>
      page
        .getByRole('button', { name: /^More for alan/i })
        .first()
        .click(),
  },
  {
    name: 'admin-group',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Groups');
      await dialog.getByRole('button', { name: 'Edit Research' }).click();
      await page.getByRole('checkbox', { name: 'Reasoning' }).waitFor();
    },
  },
  {
    name: 'admin-group-members',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Groups');
      await dialog.getByRole('button', { name: '12 members of Research' }).click();
      await page.getByText('Barbara Liskov').last().waitFor();
    },
  },
  {
    name: 'admin-group-files',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Groups');
      await dialog.getByRole('button', { name: 'Files of Research' }).click();
      await page.getByText('protocol-2026.docx').waitFor();
    },
  },
  { name: 'admin-user-limits', as: 'admin', show: (page) => of(page, /^Edit limits of alan/i) },
  {
    name: 'admin-grant',
    as: 'admin',
    show: async (page) => {
      await of(page, /^More for barbara/i);
      await page.getByRole('menuitem', { name: 'Change or revoke the plan' }).click();
      await page.getByText('Friend of the house').waitFor();
    },
  },
  {
    name: 'admin-suspend',
    as: 'admin',
    show: async (page) => {
      await of(page, /^More for alan/i);
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await page.getByText(/^Suspend .*\?$/).waitFor();
    },
  },
  {
    name: 'admin-conflict',
    as: 'admin',
    answers: CONFLICT,
    show: async (page) => {
      const dialog = await panel(page, 'Features');
      await dialog.getByRole('spinbutton', { name: 'Grace messages' }).fill('9');
      await dialog.getByLabel('Reason for changes').fill('Kindness');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText(/changed while you were editing/).waitFor();
    },
  },
  {
    name: 'admin-embedding-delayed',
    as: 'admin',
    answers: {
      'GET /api/admin/embedding-backlog': {
        pending: 5,
        failing: {
          files: 2,
          since: '2026-11-21T14:22:00.000Z',
          reason: 'The embedding service did not answer. Please try again later.',
        },
      },
    },
    show: async (page) => {
      const dialog = await panel(page, 'File Storage');
      await dialog.getByText(/^The service has failed since/).scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByText(/^The service has failed since/).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-usage-mail',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Features');

      await dialog.getByRole('button', { name: 'Send me one now' }).scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByRole('button', { name: 'Send me one now' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-file-context',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'File Storage');
      await dialog.getByRole('heading', { name: 'File text in a question' }).scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByRole('heading', { name: 'File text in a question' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-sentence-model',
    as: 'admin',
    answers: {
      'GET /api/admin/sentence-model': aSentenceModel({ phase: 'downloading', received: 52_428_800 }),
    },
    show: async (page) => {
      const dialog = await panel(page, 'File Storage');
      await dialog.getByRole('progressbar', { name: 'Download of the model' }).scrollIntoViewIfNeeded();
    },
    onPhone: (page) => page.getByRole('progressbar', { name: 'Download of the model' }).scrollIntoViewIfNeeded(),
  },
  ...(['off', 'ready', 'failed'] as const).map((phase): Scene => ({
    name: `admin-sentence-model-${phase}`,
    as: 'admin',
    answers: {
      'GET /api/admin/sentence-model': aSentenceModel({ phase, failure: phase === 'failed' ? 'checksum' : null }),
    },
    show: async (page) => {
      const dialog = await panel(page, 'File Storage');
      await dialog.getByRole('heading', { name: 'Better understanding of files' }).scrollIntoViewIfNeeded();
      await scrolledToEnd(page);
    },
    onPhone: scrolledToEnd,
  })),
  {
    name: 'admin-file-search',
    as: 'admin',
    show: async (page) => {
      await panel(page, 'Features');
      await fileSearchCard(page);
    },
    onPhone: fileSearchCard,
  },
  {
    name: 'admin-number-refused',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Rate Limits');
      await dialog.getByRole('spinbutton', { name: /^Free: messages with/ }).fill('2.7');
      await dialog.getByRole('checkbox', { name: 'Unlimited: Free: messages in total' }).click();
      await dialog.getByLabel('Reason for changes').fill('A try');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText(/^Nothing was saved/).waitFor();
    },
  },
  {
    name: 'admin-unsaved',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Features');
      await dialog.getByRole('switch', { name: 'Grace period' }).click();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-saved',
    as: 'admin',
    answers: { 'POST /api/admin/freemium-config': someFreemium() },
    show: async (page) => {
      const dialog = await panel(page, 'Freemium Trial');
      await dialog.getByRole('switch', { name: 'Agents in the trial' }).click();
      await dialog.getByLabel('Reason for changes').fill('Kindness');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Configuration saved').waitFor();
    },
  },
  {
    name: 'admin-discovered',
    as: 'admin',
    show: async (page) => {
      const dialog = await panel(page, 'Model Config');
      await dialog.getByRole('button', { name: 'Discover models' }).click();
      await dialog.getByRole('button', { name: 'Add openai/gpt-oss-120b to Free' }).click();
      await dialog.getByRole('button', { name: 'Add llama-3.3-70b-versatile to Basic (Pro)' }).click();
    },
  },
  {
    name: 'admin-settings',
    as: 'admin',
    show: async (page) => {
      await page.getByRole('heading', { name: /Ada/ }).waitFor();
      await page.evaluate(() => {
        window.location.hash = '#/settings/admin';
      });
      await page.getByRole('button', { name: 'Admin Panel' }).waitFor();
    },
  },
];
