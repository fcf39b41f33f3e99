import type { Page } from 'playwright-core';

import { withLanguage } from './api-fixtures.ts';
import type { Answers, Scene } from './scene.ts';

const KINDS = [
  { id: 'openai', label: 'OpenAI', needsAddress: false, needsKey: true },
  { id: 'ollama', label: 'Ollama', needsAddress: true, needsKey: false },
];

const SETUP = {
  steps: [],
  purpose: null,
  domains: [],
  models: { kinds: KINDS, variables: [], answering: ['Demo model'], isDemo: true, connected: null },
  mail: {
    isSandbox: false,
    label: 'SMTP (mail.example.org:587, from Parley <parley@example.org>)',
    variables: ['SMTP_URL', 'MAIL_FROM'],
  },
};

const answers = (more: object = {}): Answers => ({
  'GET /api/admin/setup': { ...SETUP, ...more },
  'POST /api/admin/setup/models/test': {
    models: ['llama3.3:70b', 'qwen3:8b', 'mistral-small:24b'].map((id) => ({ id, displayName: id })),
  },
  'POST /api/admin/setup/mail': { sentTo: 'ada@example.org', detail: '' },
});

const guide = async (page: Page, heading: string) => {
  const dialog = page.getByRole('dialog', { name: 'Set-up guide' });
  await dialog.getByRole('heading', { name: heading }).waitFor();
  return dialog;
};

const scene = (name: string, more: object, show: Scene['show'] & object): Scene => ({
  name: `setup-${name}`,
  as: 'admin',
  at: '/#/setup',
  answers: answers(more),
  show,
});

/** The owner's guide, step by step. */
export const SETUP_GUIDE: readonly Scene[] = [
  scene('purpose', {}, async (page) => {
    const dialog = await guide(page, 'Who uses it');
    await dialog.getByRole('radio', { name: /My team/ }).click();
    await dialog.getByRole('textbox').fill('example.org');
  }),
  scene('model', { steps: ['purpose'] }, async (page) => {
    const dialog = await guide(page, 'Model');
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('Ollama');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://localhost:11434');
    await dialog.getByRole('button', { name: 'Test and list models' }).click();
    await dialog.getByRole('button', { name: 'Use this model' }).waitFor();
  }),
  scene(
    'environment',
    {
      steps: ['purpose'],
      models: { ...SETUP.models, variables: ['GROQ_API_KEY'], isDemo: false, answering: ['Groq'] },
    },
    (page) => guide(page, 'Model'),
  ),
  scene('mail', { steps: ['purpose', 'model'] }, async (page) => {
    const dialog = await guide(page, 'Mail');
    await dialog.getByRole('button', { name: 'Send a test mail to me' }).click();
    await dialog.getByText(/Sent to/).waitFor();
  }),
  scene('done', { steps: ['purpose', 'model', 'mail'] }, (page) => guide(page, 'Done')),
  {
    ...scene('arabic', {}, (page) => page.getByRole('dialog').getByRole('radio').first().waitFor()),
    stored: withLanguage('ar'),
  },
];
