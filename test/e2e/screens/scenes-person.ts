import type { Page } from 'playwright-core';

import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import { someUsage } from '../../web/support/billing.ts';
import { KIMI } from '../../web/support/admin.ts';
import { aFileList, aKeptFile, aRetrieval } from '../../web/support/files.ts';
import { ARABIC, ended, HISTORY, LONG, PINNED, RESEARCH, RICH, SHORT, WITH_FOOTNOTES } from './chats.ts';
import { LEASE_PDF, withFile, withWholeFile } from './lease.ts';
import { opened, run, scrolled, SIDEBAR, text } from './acts.ts';
import { pressShortcut } from '../press-shortcut.ts';
import type { Scene } from './scene.ts';
import { withLanguage, userOf } from './api-fixtures.ts';

const UNVERIFIED = { ...userOf('free'), emailVerified: false };
const modes = async (page: Page) => {
  await page.getByRole('button', { name: 'Mode' }).click();
  await page.getByRole('menu').waitFor();
};
const models = async (page: Page) => {
  await page.getByRole('button', { name: 'Choose LLM' }).click();
  await page.getByRole('menuitemradio', { name: /Kimi/ }).waitFor();
};
const slash = async (page: Page, typed: string) => {
  await page.getByPlaceholder('Ask anything').fill(typed);
  await page.getByRole('option').first().waitFor();
};
const rowMenu = (page: Page) => page.getByRole('button', { name: 'More for Three days in Lisbon' }).click();
const manager = async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await run(page, 'File Manager');
};

const FILES = [
  aKeptFile('lease.pdf', {
    type: 'application/pdf',
    size: 482_133,
    tags: ['home', 'contracts'],
    chunkCount: 41,
    accessCount: 12,
    description: 'The lease of the flat in Linden Street',
  }),
  aKeptFile('budget-2026.xlsx', {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    size: 28_412,
    tags: ['home'],
    embeddingStatus: 'pending',
    embedded: false,
    chunkCount: 0,
    accessCount: 0,
  }),
  aKeptFile('scan-of-a-bill.pdf', {
    type: 'application/pdf',
    size: 1_204_882,
    embeddingStatus: 'failed',
    embedded: false,
    chunkCount: 0,
    accessCount: 1,
    embeddingError: 'This PDF has no text: it is probably a scan.',
  }),
  aKeptFile('garden.jpg', {
    type: 'image/jpeg',
    size: 2_402_331,
    embeddingStatus: 'disabled',
    embedded: false,
    chunkCount: 0,
    accessCount: 2,
    description: 'A small garden with a wooden bench',
  }),
  aKeptFile('notes.md', { type: 'text/markdown', size: 6_120, tags: ['contracts'], chunkCount: 7, accessCount: 5 }),
];
const MANAGED = { 'GET /api/files': aFileList(FILES) };
const LINK = {
  id: 'l1',
  chatId: SHORT.id,
  kind: 'chat',
  title: SHORT.title,
  name: null,
  turns: 2,
  createdAt: '2026-11-21T12:00:00.000Z',
};
const INSTEAD_OF = ended({
  status: 'complete',
  model: 'gemma2-9b-it',
  details: { ...NO_DETAILS, insteadOf: { model: KIMI, reason: 'limit', resetsAt: '2026-11-22T00:00:00.000Z' } },
});
const STREAM = {
  events: [
    ['meta', { replyId: 'r1', model: 'demo', cached: false, agentType: null, maxIterations: null }],
    ...['At **17 °C** expect ', 'about twice the usual time.\n\n', '```python\nhours = 4 * 2\n', 'print(hours'].map(
      (content) => [null, { choices: [{ delta: { content } }] }] as const,
    ),
  ] as const,
};
const WRITTEN = ended({ status: 'streaming', content: '' });
const SILENT_STREAM = { events: STREAM.events.slice(0, 1) };
/** Opens a chat where the model's silence has lasted at once, and the status words, which turn, stand still. */
const silent = (chat: typeof SHORT) => async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await page.evaluate(`
    const later = window.setTimeout;
    window.setInterval = () => 0;
    window.setTimeout = (run, ms) => later(run, ms === 8000 ? 20 : ms);
    location.hash = '/c/${chat.id}'`);
  await text('Still waiting for the model.')(page);
};
const limitAnswer = { refused: 429, error: 'Daily message limit reached', code: 'USAGE_LIMIT_EXCEEDED' };

const quotaAnswer = {
  refused: 403,
  error: 'x',
  code: 'USAGE_LIMIT_EXCEEDED',
  more: { rule: 'chats', limit: 500, used: 500, resetsAt: null },
};

const LEASE = {
  'POST /api/ai/upload': { id: 'f1', name: 'lease.pdf', type: 'application/pdf', size: 48_213, expiresAt: null },
};
const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.alloc(48_213, 'a') });

const attached = async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await page.getByLabel('Files to attach').setInputFiles([file('lease.pdf', 'application/pdf')]);
  await page.getByText(/PDF · /).waitFor();
  await page.route('**/api/ai/upload', (route) => route.abort());
  await page
    .getByLabel('Files to attach')
    .setInputFiles([file('notes-of-the-meeting-in-november.md', 'text/markdown')]);
  await page
    .getByText(/Upload failed/)
    .first()
    .waitFor();
  await page.unroute('**/api/ai/upload');
};

const CHATS: readonly Scene[] = [
  { name: 'welcome-returning', as: 'free', show: (page) => page.getByRole('heading', { name: /Ada/ }).waitFor() },
  { name: 'sidebar', as: 'free', stored: SIDEBAR, show: text('Three days in Lisbon') },
  {
    name: 'sidebar-pins',
    as: 'free',
    stored: SIDEBAR,
    answers: {
      'GET /api/progress/chats': {
        chats: HISTORY.map((each) => PINNED.find(({ id }) => id === each.id) ?? each),
        pinned: PINNED,
      },
    },
    show: text('Three days in Lisbon'),
  },
  {
    name: 'sidebar-empty',
    as: 'free',
    stored: SIDEBAR,
    answers: { 'GET /api/progress/chats': { chats: [] } },
    show: text('No conversations yet'),
  },
  {
    name: 'sidebar-failed',
    as: 'free',
    stored: SIDEBAR,
    answers: {
      'GET /api/progress/chats': { refused: 500, error: 'Internal error' },
      'GET /api/progress': { refused: 500, error: 'Internal error' },
    },
    show: (page) => page.getByRole('button', { name: 'Refresh Page' }).waitFor(),
  },
  {
    name: 'sidebar-menu',
    as: 'free',
    ...opened(SHORT),
    stored: SIDEBAR,
    show: async (page) => {
      await text('Judge by volume')(page);
      await rowMenu(page);
    },
    onPhone: rowMenu,
  },
  {
    name: 'sidebar-account',
    as: 'free',
    stored: SIDEBAR,
    show: async (page) => {
      await text('Three days in Lisbon')(page);
      await page.getByRole('complementary').getByRole('button', { name: /^Ada/ }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    },
  },
  { name: 'chat-short', as: 'free', ...opened(SHORT), show: text('Judge by volume') },
  { name: 'chat-archived', as: 'free', ...opened({ ...SHORT, archived: true }), show: text('is archived') },
  { name: 'prompt-list', as: 'premium', show: (page) => slash(page, '/') },
  {
    name: 'prompt-fields',
    as: 'premium',
    ...opened(SHORT),
    show: async (page) => {
      await slash(page, '/trans');
      await page.getByRole('option').click();
      await page.getByRole('dialog', { name: 'Translate' }).waitFor();
    },
  },
  {
    name: 'chat-rich',
    as: 'free',
    ...opened(RICH),
    show: async (page) => {
      await page.getByRole('cell', { name: '2026-033' }).waitFor();
      await page.locator('.katex').first().waitFor();
    },
  },
  { name: 'chat-long', as: 'free', ...opened(LONG), show: text('what matters about cold fingers') },
  {
    name: 'chat-streaming',
    as: 'free',
    ...opened(WRITTEN, { 'GET /api/ai/replies/r1/stream': STREAM }),
    // The status turns every two seconds, so no two pictures with it are the same.
    show: async (page) => {
      await text('print(hours')(page);
      await page.getByTestId('stream-status').evaluate(({ style }) => void (style.visibility = 'hidden'));
    },
  },
  {
    name: 'chat-still-waiting',
    as: 'free',
    ...opened(WRITTEN, { 'GET /api/ai/replies/r1/stream': SILENT_STREAM }),
    at: '/',
    show: silent(WRITTEN),
  },
  {
    name: 'chat-queued',
    as: 'free',
    ...opened(WRITTEN, { 'GET /api/ai/replies/r1/stream': STREAM }),
    show: async (page) => {
      await text('print(hours')(page);
      await page.getByTestId('stream-status').evaluate(({ style }) => void (style.visibility = 'hidden'));
      await page.getByPlaceholder('Ask anything').fill('And at 12 °C?');
      await page.keyboard.press('Enter');
      await text('Sends as soon as the reply is done.')(page);
    },
  },
  { name: 'chat-footnotes', as: 'free', ...opened(WITH_FOOTNOTES), show: text('A rule of thumb') },
  { name: 'chat-stopped', as: 'free', ...opened(ended({ status: 'stopped' })), show: text('Stopped') },
  { name: 'chat-interrupted', as: 'free', ...opened(ended({ status: 'interrupted' })), show: text('was interrupted') },
  {
    name: 'chat-failed',
    as: 'free',
    ...opened(ended({ status: 'error', content: '', errorCode: 'AI_SERVICE_UNAVAILABLE' })),
    show: (page) => page.getByTestId('message-error').waitFor(),
  },
  {
    name: 'chat-limit',
    as: 'free',
    ...opened(SHORT, { 'POST /api/ai/groq': limitAnswer }),
    show: async (page) => {
      await text('Judge by volume')(page);
      await page.getByPlaceholder('Ask anything').fill('And at 12 °C?');
      await page.keyboard.press('Enter');
      await page.getByTestId('message-error').waitFor();
      await page.getByRole('dialog', { name: 'Subscription' }).getByText('No paid plan').waitFor();
    },
  },
  {
    name: 'chat-quota',
    as: 'free',
    ...opened(SHORT, { 'POST /api/ai/groq': quotaAnswer }),
    show: async (page) => {
      await text('Judge by volume')(page);
      await page.getByPlaceholder('Ask anything').fill('And at 12 °C?');
      await page.keyboard.press('Enter');
      await page.getByTestId('message-error').waitFor();
    },
  },
  {
    name: 'chat-lost',
    as: 'free',
    ...opened(SHORT, { [`GET /api/progress/chat/${SHORT.id}`]: { refused: 500, error: 'Internal error' } }),
    show: (page) =>
      page
        .getByRole('button', { name: /Try again|Retry|Reload/ })
        .first()
        .waitFor(),
  },
  {
    name: 'deleted-elsewhere',
    as: 'free',
    ...opened(SHORT),
    show: async (page) => {
      await page.getByTestId('message-assistant').first().waitFor();
      await page.route('**/api/progress/chat/*', (route) => route.fulfill({ status: 404, json: { error: 'Gone' } }));
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
      await page.getByRole('button', { name: 'Keep as a new chat' }).waitFor();
    },
  },
  {
    name: 'temporary-start',
    as: 'free',
    show: async (page) => {
      await page.getByRole('button', { name: 'Temporary chat' }).click();
      await page.getByRole('note', { name: 'Temporary chat' }).waitFor();
    },
  },
  {
    name: 'temporary-chat',
    as: 'free',
    ...opened({ ...SHORT, expiresAt: '2026-11-22T14:12:00.000Z' }),
    show: (page) => page.getByRole('button', { name: 'Delete now' }).waitFor(),
  },
  {
    name: 'not-yours',
    as: 'free',
    at: '/#/c/of-somebody-else',
    answers: { 'GET /api/progress/chat/of-somebody-else': { refused: 404, error: 'Chat not found' } },
    show: (page) => page.getByRole('heading', { name: /not yours/ }).waitFor(),
  },
  {
    name: 'chat-arabic',
    as: 'free',
    ...opened(ARABIC),
    stored: withLanguage('ar'),
    show: text('mix, rest'),
  },
  { name: 'attached', as: 'premium', answers: LEASE, show: attached },
  { name: 'agent', as: 'premium', ...opened(RESEARCH), show: text('What it costs') },
  {
    name: 'document',
    as: 'premium',
    ...opened(RESEARCH),
    show: async (page) => {
      await page.getByRole('button', { name: 'Open in document view' }).click();
      await page.getByTestId('document-view').waitFor();
    },
  },
  {
    name: 'document-sources',
    as: 'premium',
    ...opened(RESEARCH),
    show: async (page) => {
      await page.getByRole('button', { name: 'Open in document view' }).click();
      await scrolled('Sources')(page);
    },
    onPhone: scrolled('Sources'),
  },
  {
    name: 'palette',
    as: 'premium',
    ...opened(SHORT),
    show: async (page) => {
      await text('Judge by volume')(page);
      await pressShortcut(page, 'Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  { name: 'mode-menu', as: 'premium', show: modes, onPhone: modes },
  { name: 'mode-menu-locked', as: 'free', show: modes, onPhone: modes },
  { name: 'model-picker', as: 'premium', show: models, onPhone: models },
  {
    name: 'model-picker-used-up',
    as: 'premium',
    answers: { 'GET /api/ai/usage': someUsage({ tier: 'premium', usedUpModels: [KIMI] }) },
    show: models,
    onPhone: models,
  },
  { name: 'chat-instead-of', as: 'free', ...opened(INSTEAD_OF), show: text('are used up') },
  {
    name: 'share',
    as: 'free',
    ...opened(SHORT, {
      'POST /api/shares': { share: LINK, url: 'https://chat.example.org/share/jZ3x' },
      'GET /api/shares': { shares: [{ ...LINK, takenDown: null, url: 'https://chat.example.org/share/jZ3x' }] },
    }),
    show: async (page) => {
      await text('Judge by volume')(page);
      await run(page, 'conversation: share');
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('link', { name: /chat\.example/ }).waitFor();
    },
  },
  {
    name: 'verify',
    as: 'free',
    at: '/?token=of-a-mail',
    stored: { session: { token: 't1', user: UNVERIFIED } },
    answers: {
      'GET /api/auth/me': { user: UNVERIFIED },
      'POST /api/auth/link': { refused: 400, error: 'Invalid or expired verification token' },
    },
    show: (page) => page.getByRole('dialog').waitFor(),
  },
];

const FILE_SCENES: readonly Scene[] = [
  {
    name: 'files-part-lost',
    as: 'premium',
    answers: LEASE,
    missingChunk: 'files',
    show: async (page) => {
      await page.getByPlaceholder('Ask anything').fill('When does it end?');
      await page.getByLabel('Files to attach').setInputFiles([file('lease.pdf', 'application/pdf')]);
    },
  },
  {
    name: 'files',
    as: 'free',
    answers: MANAGED,
    show: async (page) => {
      await manager(page);
      await text('notes.md')(page);
    },
  },
  {
    name: 'files-attached',
    as: 'free',
    answers: {
      'GET /api/files': aFileList(
        [
          aKeptFile('cat.png', {
            type: 'image/png',
            embedded: false,
            embeddingStatus: 'disabled',
            chunkCount: 0,
            purpose: 'chat',
            expiresAt: '2026-11-25T12:00:00.000Z',
          }),
          aKeptFile('a long name of a photograph from the holidays.png', {
            type: 'image/png',
            embedded: false,
            embeddingStatus: 'disabled',
            chunkCount: 0,
            purpose: 'chat',
            expiresAt: '2026-11-25T12:00:00.000Z',
          }),
        ],
        { mayUpload: false },
      ),
    },
    show: async (page) => {
      await manager(page);
      await text('cat.png')(page);
    },
  },
  {
    name: 'files-empty',
    as: 'free',
    answers: { 'GET /api/files': aFileList([]) },
    show: async (page) => {
      await manager(page);
      await text('No files yet')(page);
    },
  },
  {
    name: 'file-delete',
    as: 'free',
    answers: MANAGED,
    show: async (page) => {
      await manager(page);
      await page.getByRole('button', { name: 'Delete lease.pdf' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'file-preview',
    as: 'free',
    answers: {
      ...MANAGED,
      'GET /api/ai/files/f-notes.md': {
        id: 'f-notes.md',
        name: 'notes.md',
        type: 'text/markdown',
        size: 6120,
        content: Buffer.from(
          '# Notes\n\n- The lease ends on 31 May 2027.\n- Notice is given three months before.\n',
        ).toString('base64'),
      },
    },
    at: '/?file=f-notes.md',
    show: text('Notice is given'),
  },
  {
    name: 'sources-folded',
    as: 'free',
    ...opened(withWholeFile, { 'GET /api/ai/files/f-lease.pdf': LEASE_PDF }),
    show: text('38 more passages'),
  },
  {
    name: 'why',
    as: 'free',
    ...opened(withFile, {
      'GET /api/ai/replies/r1/retrieval': {
        retrieval: aRetrieval({
          wordings: [
            { kind: 'question', text: 'When does the lease end?' },
            { kind: 'reworded', text: 'The term of the lease ends on a date' },
            { kind: 'terms', text: 'lease term end notice' },
          ],
          considered: aRetrieval().considered.map((passage, at) => ({ ...passage, wording: at })),
        }),
      },
      'GET /api/ai/files/f-lease.pdf': LEASE_PDF,
    }),
    show: async (page) => {
      await page.getByRole('button', { name: /Why this answer/ }).click();
      await page.getByRole('dialog').getByText('The lease ends on 31 May 2027.').waitFor();
    },
  },
];

/** What somebody with an account sees. */
export const PERSON: readonly Scene[] = [...CHATS, ...FILE_SCENES];
