import { screen, waitFor, within } from '@testing-library/react';

import type { SavedPrompt } from '../../../../../src/contract/prompts.ts';
import { withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

const PATH = '/api/admin/prompts';
const RULES: SavedPrompt = {
  id: 'rules',
  command: 'rules',
  title: 'House rules',
  description: '',
  text: 'Mind the rules.',
  revision: 3,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer())
    .on('GET', PATH, () => answer({ prompts: [RULES] }))
    .install();
});
afterEach(() => server.restore());

const open = async () => {
  const { user } = startPanel('prompts');
  const card = within(await inPanel().findByRole('region', { name: 'Saved prompts' }));
  await card.findByText('House rules');
  return { user, card };
};

test('an admin publishes a prompt to everybody, and changes one as it was read', async () => {
  server
    .on('POST', PATH, ({ body }) => answer({ success: true, prompt: { ...RULES, ...body } }, 201))
    .on('PUT', `${PATH}/rules`, ({ body }) => answer({ success: true, prompt: { ...RULES, ...body } }));
  const { user, card } = await open();
  await user.click(card.getByRole('button', { name: 'Publish a prompt' }));
  const form = within(await screen.findByRole('dialog', { name: 'New prompt' }));
  await user.type(form.getByLabelText('Title'), 'Hello');
  await user.type(form.getByLabelText('Text'), 'Say hello.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls('POST', PATH).map(({ body }) => body)).toEqual([
      { command: 'hello', title: 'Hello', description: '', text: 'Say hello.' },
    ]),
  );
  await user.click(card.getByRole('button', { name: 'Edit House rules' }));
  const change = within(await screen.findByRole('dialog', { name: 'Edit prompt' }));
  await user.type(change.getByLabelText('Title'), ' 2');
  await user.click(change.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${PATH}/rules`).map(({ body }) => body)).toMatchObject([
      { title: 'House rules 2', revision: 3 },
    ]),
  );
});

test('a withdrawn prompt can be brought back', async () => {
  server
    .on('DELETE', `${PATH}/rules`, () => answer({ success: true, prompt: RULES }))
    .on('POST', PATH, () => answer({ success: true, prompt: RULES }, 201));
  const { user, card } = await open();
  await user.click(card.getByRole('button', { name: 'Delete House rules' }));
  await user.click(await card.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls('POST', PATH)).toHaveLength(1));
});
