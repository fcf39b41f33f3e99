import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { LegacyModel } from '../../../../web/features/models/legacy-model.tsx';
import { ModelPicker } from '../../../../web/features/models/model-picker.tsx';
import { useActiveModelName } from '../../../../web/features/models/models-api.ts';
import { agentModeSet, DEFAULT_MODEL, modelSet } from '../../../../web/state/chat-slice.ts';
import { userRefreshed } from '../../../../web/state/session-slice.ts';
import { createStore, useAppSelector } from '../../../../web/state/store.ts';
import { KIMI, someDiscovery, someModels } from '../../support/admin.ts';
import { aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { signedIn, stored } from '../../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().on('GET', '/api/ai/discover-models', () => answer(someDiscovery())).install();
});
afterEach(() => server.restore());

const start = (of: Parameters<typeof aUser>[0] | null, part = <ModelPicker usedUp={[]} resetsAt={null} />) => {
  if (of) for (const [key, value] of Object.entries(signedIn(of))) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW);
  render(<Provider store={store}>{part}</Provider>);
  return { store, user: userEvent.setup({ delay: null }) };
};
const button = () => screen.getByRole('button', { name: 'Choose LLM' });

test.each([
  ['a visitor', null],
  ['a free account', {}],
] as const)('%s sees no picker', (_, of) => {
  start(of);
  expect(screen.queryByRole('button', { name: 'Choose LLM' })).not.toBeInTheDocument();
});

test.each([
  ['Pro', { tier: 'basic' }],
  ['Premium', { tier: 'premium' }],
  ['an admin on the free plan', { isAdmin: true }],
] as const)('%s chooses among groups with marks', async (_, of) => {
  const { user, store } = start(of);
  expect(server.asked).toEqual([]);
  await user.click(button());
  const preview = await screen.findByRole('menuitemradio', { name: /LLaMA 4 Scout/ });
  expect(screen.getByRole('group', { name: 'LLaMA' })).toContainElement(preview);
  expect(preview).toHaveTextContent('Preview');
  expect(screen.getByRole('menuitemradio', { name: /Kimi K2/ })).toHaveTextContent('Recommended');
  expect(screen.getByRole('menuitemradio', { name: /Kimi K2/ })).toBeChecked();
  expect(screen.getByRole('menuitem', { name: 'Cached models (refreshed hourly)' })).toBeDisabled();
  await user.click(preview);
  expect(store.getState().chat.currentModel).toBe('llama-4-scout');
  expect(stored('chat-storage')).toMatchObject({ currentModel: 'llama-4-scout' });
  expect(button()).toHaveAccessibleDescription('LLaMA 4 Scout');
});

test('a free member of groups that list several models chooses among them', async () => {
  const { user, store } = start({ inGroups: true });
  await user.click(await screen.findByRole('button', { name: 'Choose LLM' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /LLaMA 4 Scout/ }));
  await act(async () => void store.dispatch(userRefreshed(aUser({ inGroups: true }))));
  expect(store.getState().chat.currentModel).toBe('llama-4-scout');
});

test('a free member of groups without such a list sees a picker only to leave a model of another group', async () => {
  const { models, ...rest } = someDiscovery();
  server.on('GET', '/api/ai/discover-models', () => answer({ ...rest, models: models.slice(0, 1) }));
  const { store } = start({ inGroups: true });
  await waitFor(() => expect(server.calls('GET', '/api/ai/discover-models')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Choose LLM' })).not.toBeInTheDocument();
  await act(async () => void store.dispatch(modelSet('llama-4-scout')));
  expect(button()).toBeInTheDocument();
});

test('the groups have the specified order, whatever the order of the answer', async () => {
  const { models, ...rest } = someDiscovery();
  const [kimi] = models;
  if (!kimi) throw new Error('no model');
  const named = (category: (typeof models)[number]['category']) => ({
    ...kimi,
    id: category,
    displayName: `Of ${category}`,
    category,
  });
  const unsorted = (['Other', 'Anthropic', 'Gemma', 'OpenAI Preview', 'LLaMA'] as const).map(named);
  server.on('GET', '/api/ai/discover-models', () => answer({ ...rest, models: unsorted }));
  const { user } = start({ tier: 'premium' });
  await user.click(button());
  await screen.findByRole('menuitemradio', { name: /Of Gemma/ });
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'OpenAI Preview',
    'LLaMA',
    'Gemma',
    'Anthropic',
    'Other',
  ]);
});

describe('the model that answers', () => {
  const Name = () => (
    <p>{useActiveModelName(useAppSelector(({ session }) => session.user) ?? aUser(), DEFAULT_MODEL)}</p>
  );

  test('is told to a free account without asking for the models that it cannot choose', async () => {
    server.on('GET', '/api/ai/model-config', () => {
      const { tiers, lastUpdated, version } = someModels();
      const [kimi, gemma] = tiers.free?.models ?? [];
      if (!kimi || !gemma) throw new Error('two models');
      const free = {
        models: [
          { ...kimi, isPrimary: false },
          { ...gemma, isPrimary: true },
        ],
      };
      return answer({ tiers: { free }, lastUpdated, version });
    });
    start({}, <Name />);
    expect(await screen.findByText('Gemma 2 9B IT')).toBeInTheDocument();
    expect(server.calls('GET', '/api/ai/discover-models')).toEqual([]);
  });

  test('is one of the list for those who may choose', async () => {
    start({ tier: 'premium' }, <Name />);
    await waitFor(() => expect(server.calls('GET', '/api/ai/discover-models')).toHaveLength(1));
    expect(await screen.findByText('Kimi K2')).toBeInTheDocument();
    expect(server.calls('GET', '/api/ai/model-config')).toEqual([]);
  });
});

test('the list is asked for once, when it is first opened', async () => {
  let tell: (response: Response) => void = () => undefined;
  server.on(
    'GET',
    '/api/ai/discover-models',
    () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  );
  const { user } = start({ tier: 'premium' });
  await user.click(button());
  expect(screen.getByRole('menuitem', { name: 'Discovering models...' })).toBeDisabled();
  await act(async () => tell(answer(someDiscovery())));
  await screen.findByRole('menuitemradio', { name: /Kimi K2/ });
  await user.keyboard('{Escape}');
  await user.click(button());
  expect(screen.getByRole('menuitemradio', { name: /Kimi K2/ })).toHaveFocus();
  expect(server.asked).toHaveLength(1);
});

test('the default says which model it is, and in an agent’s mode that agents have their own', async () => {
  const { user, store } = start({ tier: 'premium' });
  await user.click(button());
  await waitFor(() => expect(button()).toHaveAccessibleDescription(/^Default \(Kimi K2.*\)$/));
  expect(screen.queryByRole('menuitem', { name: /Agents answer with models of their own/ })).toBeNull();
  act(() => void store.dispatch(agentModeSet(true)));
  expect(screen.getByRole('menuitem', { name: /Agents answer with models of their own/ })).toBeDisabled();
});

test('a model whose messages of today are used up says so, until when, and can still be chosen', async () => {
  const { user, store } = start({ tier: 'basic' }, <ModelPicker usedUp={[KIMI]} resetsAt="2999-01-01T00:00:00.000Z" />);
  await user.click(button());
  const kimi = await screen.findByRole('menuitemradio', { name: /Kimi K2/ });
  expect(kimi).toHaveTextContent(/Used up for today; there is more in [\d,]+ days \(on January 1 at .+\)/);
  expect(screen.getByRole('menuitemradio', { name: /LLaMA 4 Scout/ })).not.toHaveTextContent('Used up');
  await user.click(kimi);
  expect(store.getState().chat.currentModel).toBe(KIMI);
});

test('a plan’s own model is named as such until the list tells its name', async () => {
  const { user } = start({ tier: 'basic', subscription: 'basic' });
  expect(button()).toHaveAccessibleDescription('Default');
  server.on('GET', '/api/ai/discover-models', () =>
    answer({ ...someDiscovery(), models: someDiscovery().models.filter(({ id }) => id !== KIMI) }),
  );
  await user.click(button());
  await waitFor(() => expect(button()).not.toHaveAccessibleDescription('Default'));
  expect(button()).not.toHaveAccessibleDescription(/kimi/i);
});

test('a failure can be tried again in the open list, and an empty answer says so', async () => {
  server.on('GET', '/api/ai/discover-models', () => answer({ error: 'x', code: 'AI_SERVICE_AUTH_ERROR' }, 502));
  const { user } = start({ tier: 'basic' });
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Failed to load models' })).toBeInTheDocument();
  server.on('GET', '/api/ai/discover-models', () => answer({ models: [], cached: false, isAdmin: false }));
  await user.click(screen.getByRole('menuitem', { name: 'Retry' }));
  expect(await screen.findByRole('menuitem', { name: 'No models available' })).toBeInTheDocument();
});

test('a model chosen on a plan that is over is forgotten', () => {
  localStorage.setItem('chat-storage', JSON.stringify({ currentModel: 'llama-4-scout' }));
  const { store } = start({ tier: 'basic' });
  act(() => {
    store.dispatch(userRefreshed(aUser({ tier: 'basic' })));
  });
  expect(store.getState().chat.currentModel).toBe('llama-4-scout');
  act(() => {
    store.dispatch(userRefreshed(aUser()));
  });
  expect(store.getState().chat.currentModel).toBe(KIMI);
});

test('the legacy model override is off until an admin chooses one, and is not stored', async () => {
  const { store, user } = start({ isAdmin: true }, <LegacyModel />);
  const select = screen.getByLabelText('Model for plain messages');
  expect(select).toHaveDisplayValue('Off');
  await screen.findByRole('option', { name: 'LLaMA 4 Scout' });
  await user.selectOptions(select, 'llama-4-scout');
  expect(store.getState().chat.legacyModel).toBe('llama-4-scout');
  expect(stored('chat-storage')).not.toHaveProperty('legacyModel');
  await user.selectOptions(select, 'Off');
  await waitFor(() => expect(store.getState().chat.legacyModel).toBeNull());
});
