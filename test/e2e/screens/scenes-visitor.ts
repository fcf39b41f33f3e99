import type { Page } from 'playwright-core';

import { BUILT_IN_SKINS } from '../../../web/features/appearance/skins.ts';
import { ARTIFACT, RESEARCH, SHORT, UNBROKEN } from './chats.ts';
import { pressShortcut } from '../press-shortcut.ts';
import type { Scene } from './scene.ts';
import { withLanguage } from './api-fixtures.ts';

const pills = (page: Page) => page.getByRole('list', { name: 'Suggestions' }).getByRole('button').first().waitFor();
const composer = (page: Page) => page.getByPlaceholder('Ask anything').waitFor();
const signIn = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  return page.getByRole('dialog');
};
const byEmail = async (page: Page) => {
  const dialog = await signIn(page);
  await dialog.getByRole('button', { name: 'or continue with email' }).click();
  return dialog;
};
const hero = {
  ...BUILT_IN_SKINS.default,
  branding: { logo_text: 'Northwind', subtitle: 'Ask anything about your work.' },
  ui: { ...BUILT_IN_SKINS.default.ui, hero_search: true },
};
const human = {
  google: true,
  phone: true,
  email: true,
  oidc: [],
  registration: 'open',
  googleUrl: '/identity/google',
  captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: true },
  outboxUrl: null,
};
const spent = {
  'trial-storage': {
    messages: SHORT.messages,
    messagesUsed: 3,
    sessionId: 'session-of-a-visitor',
    lastResetDate: '2026-11-21',
  },
};
const trialOf = ({ messages }: typeof SHORT) => ({
  'trial-storage': { messages, messagesUsed: 1, sessionId: 'session-of-a-visitor', lastResetDate: '2026-11-21' },
});
const asked = trialOf(SHORT);
const openDocument = async (page: Page) => {
  await page.getByRole('button', { name: 'Open in document view' }).click();
  await page.getByTestId('document-view').waitFor();
};
/** The document in its other layouts, one after the other. */
const switchView = (times: number) => async (page: Page) => {
  await openDocument(page);
  for (let left = times; left > 0; left -= 1) await page.getByRole('button', { name: 'Switch view' }).click();
};
const shared = (chat: typeof SHORT) => ({
  kind: 'chat',
  title: chat.title,
  name: 'Ada',
  createdAt: chat.createdAt,
  turns: chat.messages.map(({ id, role, content, timestamp, status, messageMode, details }) => ({
    id,
    role,
    content,
    timestamp,
    status,
    messageMode: messageMode ?? null,
    files: 0,
    details: details ?? null,
  })),
});

/** What somebody without an account sees. */
export const VISITOR: readonly Scene[] = [
  { name: 'welcome-trial', as: 'visitor', show: pills },
  { name: 'welcome-sidebar', as: 'visitor', stored: { 'ui-storage': { sidebarOpen: true } }, show: pills },
  {
    name: 'welcome-marketing',
    as: 'visitor',
    show: composer,
    answers: {
      'GET /api/freemium-config': {
        freemiumEnabled: false,
        maxTrialMessages: 3,
        freemiumAgentAccess: false,
        demoModel: false,
      },
    },
  },
  {
    name: 'welcome-hero',
    as: 'visitor',
    answers: { 'GET /api/theme': { skins: { ...BUILT_IN_SKINS, default: hero }, sandbox: false } },
    show: composer,
  },
  {
    name: 'operator-bars',
    as: 'visitor',
    answers: {
      'GET /api/theme': {
        skins: BUILT_IN_SKINS,
        sandbox: false,
        maintenance: { text: 'We are moving to another server until noon. Everything can be read meanwhile.' },
        announcement: { tone: 'info', text: 'New here: answers that cite your own files, passage by passage.' },
      },
    },
    show: (page) => page.getByText('New here').waitFor(),
  },
  {
    name: 'welcome-spent',
    as: 'visitor',
    stored: { 'trial-storage': { ...spent['trial-storage'], messages: [] } },
    show: (page) => page.getByRole('button', { name: 'Get Started Free' }).waitFor(),
  },
  { name: 'trial-chat', as: 'visitor', stored: asked, show: (page) => page.getByText('Judge by volume').waitFor() },
  { name: 'trial-document', as: 'visitor', stored: trialOf(RESEARCH), show: openDocument },
  {
    name: 'trial-unbroken',
    as: 'visitor',
    stored: trialOf(UNBROKEN),
    show: (page) =>
      page
        .getByRole('heading', { name: /^Donau/ })
        .first()
        .waitFor(),
  },
  { name: 'trial-document-unbroken', as: 'visitor', stored: trialOf(UNBROKEN), show: openDocument },
  { name: 'trial-reading-unbroken', as: 'visitor', stored: trialOf(UNBROKEN), show: switchView(1) },
  {
    name: 'trial-too-long',
    as: 'visitor',
    stored: asked,
    show: async (page) => {
      await page.getByText('Judge by volume').waitFor();
      await page.getByPlaceholder('Ask anything').fill('Why does my dough not rise? '.repeat(150));
      await page.getByText(/^This message has/).waitFor();
    },
  },
  {
    name: 'trial-spent',
    as: 'visitor',
    stored: spent,
    show: async (page) => {
      await page.getByText('Judge by volume').waitFor();
      await page.getByRole('button', { name: 'Get Started Free' }).waitFor();
    },
  },
  {
    name: 'about',
    as: 'visitor',
    show: async (page) => {
      await pills(page);
      await page.getByRole('button', { name: /^About/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'pricing',
    as: 'visitor',
    show: async (page) => {
      await page.getByRole('button', { name: 'Pricing' }).click();
      await page.getByTestId('plan-premium').waitFor();
    },
  },
  {
    name: 'sign-in-only-email',
    as: 'visitor',
    answers: { 'GET /api/auth/ways': { ...human, google: false, phone: false, googleUrl: null } },
    show: async (page) => {
      await (await signIn(page)).getByLabel('Email').waitFor();
    },
  },
  {
    name: 'sign-in',
    as: 'visitor',
    show: async (page) => {
      await (await signIn(page)).getByRole('button', { name: 'Continue with Phone' }).waitFor();
    },
  },
  {
    name: 'sign-in-email',
    as: 'visitor',
    show: async (page) => {
      await (await byEmail(page)).getByLabel('Email').fill('ada@example.org');
    },
  },
  {
    name: 'sign-in-refused',
    as: 'visitor',
    answers: { 'POST /api/auth/login': { refused: 401, error: 'Login failed' } },
    show: async (page) => {
      const dialog = await byEmail(page);
      await dialog.getByLabel('Email').fill('ada@example.org');
      await dialog.getByLabel('Password', { exact: true }).fill('what was it again');
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
      await dialog.getByText('Login failed').waitFor();
    },
  },
  {
    name: 'sign-in-second-step',
    as: 'visitor',
    answers: {
      'POST /api/auth/login': {
        refused: 403,
        error: 'This account also asks for a code.',
        code: 'SECOND_FACTOR_NEEDED',
        more: { requiresSecondFactor: true, challenge: 'proven', methods: ['totp', 'passkey', 'recovery-code'] },
      },
    },
    show: async (page) => {
      const dialog = await byEmail(page);
      await dialog.getByLabel('Email').fill('ada@example.org');
      await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'One more step' })
        .getByLabel(/Code of your/)
        .waitFor();
    },
  },
  {
    name: 'register',
    as: 'visitor',
    show: async (page) => {
      const dialog = await byEmail(page);
      await dialog.getByRole('button', { name: 'Sign up' }).click();
      await dialog.getByLabel('Password', { exact: true }).fill('short');
    },
  },
  {
    name: 'forgot',
    as: 'visitor',
    show: async (page) => {
      await (await byEmail(page)).getByRole('button', { name: 'Forgot password?' }).click();
    },
  },
  {
    name: 'new-password',
    as: 'visitor',
    at: '/?reset=token-of-a-mail',
    show: (page) => page.getByLabel('New password').waitFor(),
  },
  {
    name: 'phone',
    as: 'visitor',
    show: async (page) => {
      const dialog = await signIn(page);
      await dialog.getByRole('button', { name: 'Continue with Phone' }).click();
      await dialog.getByLabel('Phone number').fill('201 555 0123');
    },
  },
  {
    name: 'setup',
    as: 'visitor',
    at: '/?setup=token-of-the-start',
    show: (page) => page.getByRole('dialog', { name: 'Create the first admin account' }).waitFor(),
  },
  {
    name: 'shortcuts',
    as: 'visitor',
    show: async (page) => {
      await pills(page);
      await pressShortcut(page, 'Control+/');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'shared-chat',
    as: 'visitor',
    at: '/share/abc',
    answers: { 'GET /api/shared/abc': shared(RESEARCH) },
    show: (page) => page.getByText('What it costs').waitFor(),
  },
  {
    name: 'shared-unbroken',
    as: 'visitor',
    at: '/share/abc',
    answers: { 'GET /api/shared/abc': shared(UNBROKEN) },
    show: (page) =>
      page
        .getByRole('heading', { name: /^Donau/ })
        .first()
        .waitFor(),
  },
  {
    name: 'shared-unknown',
    as: 'visitor',
    at: '/share/abc',
    answers: { 'GET /api/shared/abc': { refused: 404, error: 'Not found' } },
    show: (page) => page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor(),
  },
  {
    name: 'shared-taken-down',
    as: 'visitor',
    at: '/share/abc',
    answers: { 'GET /api/shared/abc': { refused: 410, error: 'Taken down' } },
    show: (page) => page.getByRole('heading', { name: /taken down/ }).waitFor(),
  },
  {
    name: 'shared-report',
    as: 'visitor',
    at: '/share/abc',
    answers: {
      'GET /api/shared/abc': shared(SHORT),
      'POST /api/shared/abc/reports': { refused: 403, error: 'Please show that you are human' },
    },
    show: async (page) => {
      await page.getByRole('button', { name: 'Report this page' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').selectOption({ index: 1 });
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await dialog.getByText('I am human').waitFor();
    },
  },
  {
    name: 'shared-artifact',
    as: 'visitor',
    at: '/share/abc',
    answers: { 'GET /api/shared/abc': shared(ARTIFACT) },
    show: async (page) => {
      await page.getByRole('button', { name: /^Table/ }).click();
      await page.getByRole('cell', { name: '1,000' }).waitFor();
    },
  },
  {
    name: 'captcha',
    as: 'visitor',
    answers: { 'GET /api/auth/ways': human },
    show: async (page) => {
      const dialog = await byEmail(page);
      await dialog.getByRole('button', { name: 'Sign up' }).click();
      await dialog.getByText('I am human').waitFor();
    },
  },
  {
    name: 'welcome-arabic',
    as: 'visitor',
    stored: withLanguage('ar'),
    show: (page) => page.getByRole('button', { name: 'تسجيل الدخول' }).waitFor(),
  },
  {
    name: 'welcome-spanish',
    as: 'visitor',
    stored: { ...withLanguage('es'), 'ui-storage': { sidebarOpen: false } },
    show: (page) => page.getByRole('button', { name: 'Iniciar sesión' }).waitFor(),
  },
  {
    name: 'pricing-german',
    as: 'visitor',
    stored: withLanguage('de'),
    show: async (page) => {
      await page.getByRole('button', { name: 'Preise' }).click();
      await page.getByTestId('plan-premium').waitFor();
    },
  },
  {
    name: 'offline',
    as: 'visitor',
    show: async (page) => {
      await pills(page);
      await page.evaluate(
        "Object.defineProperty(navigator, 'onLine', { get: () => false }); window.dispatchEvent(new Event('offline'))",
      );
      await page.getByText(/You are offline/).waitFor();
    },
  },
  { name: 'part-lost', as: 'visitor', missingChunk: 'sign-in-dialogs', show: signIn },
  { name: 'chat-part-lost', as: 'visitor', stored: asked, missingChunk: 'chat', show: composer },
];
