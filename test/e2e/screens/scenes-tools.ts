import type { Page } from 'playwright-core';

import { NO_DETAILS, type Step } from '../../../src/shared/reply-details.ts';
import {
  aForm,
  anApproval,
  aTool,
  aToolServer,
  aToolStep,
  RECORDS,
  someTools,
  someToolServers,
} from '../../web/support/tools.ts';
import { opened, SIDEBAR, text } from './acts.ts';
import { ended } from './chats.ts';
import type { Answers, Scene } from './scene.ts';

const OWN = aToolServer('notes', {
  name: 'My notes',
  origin: 'own',
  url: 'https://notes.example.org/mcp/with/a/long/way/to/its/endpoint',
  auth: 'headers',
  headerNames: ['Authorization'],
  tools: [
    aTool('read_note', { title: 'Read note', mode: 'auto', readOnly: true, description: 'Reads a note by its name.' }),
    aTool('write_note', {
      title: 'Write note',
      changed: true,
      description: 'Writes a note, or replaces the one of the same name. Everybody who shares the notebook sees it.',
    }),
  ],
});
const SERVERS: Answers = { 'GET /api/tools': someTools([OWN, ...someToolServers()]) };
const NO_SERVERS: Answers = { 'GET /api/tools': someTools([]) };

const WRITTEN = ended({ status: 'streaming', content: '' });
const META = { replyId: 'r1', model: 'demo', cached: false, agentType: null, maxIterations: null };
const EXPIRES = '2026-11-21T15:27:00.000Z';

const searched = aToolStep({
  id: 's0',
  state: 'done',
  call: {
    serverId: 'tracker',
    server: 'Issue tracker',
    tool: 'search_issues',
    title: 'Search issues',
    arguments: '{"words":"gate","project":"garden"}',
  },
  label: 'Search issues',
  parts: [{ kind: 'data', text: JSON.stringify(RECORDS) }],
});

/** A reply that has come to these steps and stays there. */
const streaming = (...steps: readonly Step[]) => ({
  ...opened(WRITTEN, {
    ...SERVERS,
    'GET /api/ai/replies/r1/stream': {
      events: [['meta', META], ...steps.map((step) => ['step', step] as const)],
    },
  }),
});

const card = (page: Page) => page.locator('[data-question]').first().waitFor();
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('dialog', { name: 'Tools in this chat' }).waitFor();
};
const switchOn = async (page: Page) => {
  await openMenu(page);
  await page.getByRole('switch', { name: 'Use Issue tracker in this chat' }).click();
  await page.getByRole('button', { name: /^Issue tracker 3 tools/ }).click();
  await page.getByRole('combobox', { name: 'What Create issue may do' }).waitFor();
};
const settings = async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await page.evaluate(() => {
    window.location.hash = '#/settings/tools';
  });
  await text('Servers bring tools')(page);
};

const RESULTS = ended({
  status: 'complete',
  content: 'There are three issues about the garden; two of them are open.',
  details: {
    ...NO_DETAILS,
    steps: [
      { ...searched, question: anApproval({ outcome: 'once' }) },
      aToolStep({
        id: 's2',
        label: 'Draw map',
        target: 'Maps',
        state: 'done',
        call: {
          serverId: 'maps',
          server: 'Maps',
          tool: 'draw',
          title: 'Draw map',
          arguments: '{"place":"the garden"}',
        },
        parts: [
          { kind: 'image', text: 'Map of the garden', url: '/api/image?of=map', fileId: 'f1', mimeType: 'image/png' },
          { kind: 'link', text: 'The same map on its site', url: 'https://www.maps.example.org/garden' },
          { kind: 'file', text: 'garden-2026.pdf', fileId: 'f2', mimeType: 'application/pdf' },
          { kind: 'data', text: '{"place":{"name":"Garden","area":412.5},"layers":["paths","beds"],"shared":false}' },
        ],
      }),
      aToolStep({
        id: 's3',
        state: 'failed',
        output: 'The project is closed for new issues.',
        question: anApproval({ outcome: 'chat' }),
      }),
    ],
  },
});

/** Tools of connected servers: in the text box, in a reply, and in the settings. */
export const TOOLS: readonly Scene[] = [
  { name: 'tools-menu', as: 'premium', answers: SERVERS, show: switchOn },
  {
    name: 'tools-approval',
    as: 'premium',
    ...streaming(searched, aToolStep({ state: 'waiting', question: anApproval({ expiresAt: EXPIRES }) })),
    stored: SIDEBAR,
    show: card,
    onPhone: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'tools-edit',
    as: 'premium',
    ...streaming(aToolStep({ state: 'waiting', question: anApproval({ expiresAt: EXPIRES }) })),
    show: async (page) => {
      await card(page);
      await page.locator('[data-question]').getByRole('button', { name: 'Edit' }).click();
      const box = page.getByRole('textbox', { name: 'Arguments' });
      await box.fill((await box.inputValue()).replace('",', '"'));
      await page.getByRole('alert').waitFor();
      await box.blur();
    },
  },
  {
    name: 'tools-form',
    as: 'premium',
    ...streaming(aToolStep({ state: 'waiting', question: aForm({ expiresAt: EXPIRES }) })),
    show: async (page) => {
      await card(page);
      await page.locator('[data-question]').getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'tools-results',
    as: 'premium',
    ...opened(RESULTS, SERVERS),
    show: async (page) => {
      await page.getByRole('button', { name: /3 steps/ }).click();
      await page.getByRole('img', { name: 'Map of the garden' }).waitFor();
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, log.scrollHeight));
    },
  },
  {
    name: 'settings-tools',
    as: 'premium',
    answers: SERVERS,
    show: async (page) => {
      await settings(page);
      await page.getByRole('button', { name: /^My notes 2 tools/ }).click();
    },
  },
  {
    name: 'settings-tools-add',
    as: 'premium',
    answers: NO_SERVERS,
    show: async (page) => {
      await settings(page);
      await page.getByRole('button', { name: 'Add server' }).click();
      await page.getByRole('combobox', { name: 'Access' }).selectOption('headers');
      await page.getByRole('button', { name: 'Save and test' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];
