import { screen, within } from '@testing-library/react';

import { someProviders, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

const PROVIDERS = '/api/admin/providers';
let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const saved = (id: string) => answer({ success: true, id, ...someProviders() });
const listOf = async (name: string) => within(await inPanel().findByRole('list', { name }));
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

test('shows what the environment sets and what was entered, with the end of its key and its state', async () => {
  startPanel('providers');
  const models = await listOf('Language models');
  const [groq, openai, own] = models.getAllByRole('listitem');
  expect(groq).toHaveTextContent('Set in the environment: GROQ_API_KEY');
  expect(openai).toHaveTextContent(/OpenAI.*In use.*••••x7Qa/);
  expect(own).toHaveTextContent(/OpenAI-compatible server.*APP_SECRET has changed/);
  expect(inPanel().getByText(/environment of this server decides: SMTP_URL/)).toBeVisible();
  expect(inPanel().getAllByRole('button', { name: 'Add provider' })).toHaveLength(2);
});

test('a provider is tested, then saved with the chosen model', async () => {
  server
    .on('POST', `${PROVIDERS}/test`, () =>
      answer({ models: ['tide-large', 'tide-small'].map((id) => ({ id, displayName: id })) }),
    )
    .on('POST', PROVIDERS, () => saved('house'));
  const { user } = startPanel('providers');
  await listOf('Language models');
  const [add] = inPanel().getAllByRole('button', { name: 'Add provider' });
  if (!add) throw new Error('no button');
  await user.click(add);
  const form = dialog('Add a provider');
  await user.selectOptions(form.getByRole('combobox', { name: 'Provider' }), 'OpenAI-compatible server');
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'House');
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'http://10.0.0.7:8000/v1/');
  await user.type(form.getByLabelText(/API key/), 'sk-1');
  await user.click(form.getByRole('button', { name: 'Test' }));
  expect(await form.findByText('It works and offers 2 models.')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: 'Default model' }), 'tide-small');
  await user.click(form.getByRole('button', { name: 'Test and save' }));
  await listOf('Language models');
  expect(screen.queryByRole('dialog', { name: 'Add a provider' })).not.toBeInTheDocument();
  expect(server.calls('POST', PROVIDERS)[0]?.body).toEqual({
    need: 'models',
    kind: 'openai-compatible',
    name: 'House',
    baseUrl: 'http://10.0.0.7:8000/v1',
    apiKey: 'sk-1',
    model: 'tide-small',
    user: null,
    sender: null,
  });
});

test('a new key replaces the old one, and a key that is not typed is not sent', async () => {
  server.on('PUT', `${PROVIDERS}/openai`, () => saved('openai'));
  const { user } = startPanel('providers');
  await listOf('Language models');
  for (const key of ['', 'sk-next']) {
    await user.click(inPanel().getByRole('button', { name: 'Change OpenAI' }));
    const form = dialog('Change OpenAI');
    expect(form.getByLabelText('API key')).toHaveValue('');
    if (key) await user.type(form.getByLabelText('API key'), key);
    await user.click(form.getByRole('button', { name: 'Test and save' }));
    await listOf('Language models');
  }
  const [first, second] = server.calls('PUT', `${PROVIDERS}/openai`).map(({ body }) => body);
  expect(first).not.toHaveProperty('apiKey');
  expect(first).toMatchObject({ before: { kind: 'openai', hasKey: true, keyHint: 'x7Qa' } });
  expect(second).toMatchObject({ apiKey: 'sk-next' });
});

test.each([
  ['key', /The key is wrong/],
  ['quota', /quota of this key is used up/],
  ['unreachable', /cannot be reached/],
  ['address', /no such service/],
  ['answer', /something unexpected/],
  ['models', /no models yet/],
])('a failure of the kind %s is said in words', async (failure, text) => {
  server.on('PUT', `${PROVIDERS}/openai`, () => answer({ error: 'The provider could not be used', failure }, 502));
  const { user } = startPanel('providers');
  await listOf('Language models');
  await user.click(inPanel().getByRole('button', { name: 'Change OpenAI' }));
  await user.click(dialog('Change OpenAI').getByRole('button', { name: 'Test and save' }));
  expect(await dialog('Change OpenAI').findByText(text)).toBeVisible();
});

test('where no list of models is found, the name of one can be typed and is tested', async () => {
  server.on('POST', `${PROVIDERS}/test`, ({ body }) =>
    Object(body).model === 'own'
      ? answer({ models: [{ id: 'own', displayName: 'own' }] })
      : answer({ error: 'The provider could not be used', failure: 'address' }, 502),
  );
  const { user } = startPanel('providers');
  await listOf('Language models');
  await user.click(inPanel().getByRole('button', { name: 'Change OpenAI' }));
  const form = dialog('Change OpenAI');
  expect(form.queryByLabelText('Default model')).not.toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Test' }));
  const model = await form.findByRole('textbox', { name: 'Default model' });
  expect(form.getByText(/could not be listed/)).toBeVisible();
  await user.clear(model);
  await user.type(model, 'own');
  await user.click(form.getByRole('button', { name: 'Test' }));
  expect(await form.findByText('It works and offers 1 model.')).toBeVisible();
});

test('removing asks first', async () => {
  server.on('DELETE', `${PROVIDERS}/tide-house`, () => saved('tide-house'));
  const { user } = startPanel('providers');
  await listOf('Language models');
  await user.click(inPanel().getByRole('button', { name: 'Remove Tide house' }));
  expect(server.calls('DELETE', `${PROVIDERS}/tide-house`)).toEqual([]);
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await listOf('Language models');
  expect(server.calls('DELETE', `${PROVIDERS}/tide-house`)).toHaveLength(1);
});

test('an auditor sees names and states, no key and no button', async () => {
  startPanel('providers', { isAdmin: false, isAuditor: true });
  const models = await listOf('Language models');
  expect(models.getByText('Tide house')).toBeVisible();
  expect(inPanel().queryByText(/x7Qa/)).not.toBeInTheDocument();
  expect(inPanel().queryByRole('button', { name: /Change|Remove|Add/ })).not.toBeInTheDocument();
});
