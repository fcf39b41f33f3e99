import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { AssistantsSetting } from '../../../../web/features/settings/assistants-setting.tsx';
import { personalitySet } from '../../../../web/state/chat-slice.ts';
import { createStore } from '../../../../web/state/store.ts';
import { aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';

const PATH = '/api/account/instruction';

let server: FakeServer;
let kept: string;
beforeEach(() => {
  kept = '';
  server = new FakeServer()
    .on('GET', PATH, () => answer({ text: kept }))
    .on('PUT', PATH, ({ body }) => answer({ text: (kept = String(body['text'])) }))
    .install();
});
afterEach(() => server.restore());

const start = (tier: 'free' | 'basic' | 'premium' = 'premium') => {
  const { store } = createStore(NOW);
  const part = (
    <Provider store={store}>
      <AssistantsSetting user={aUser({ tier })} onPlans={null} />
    </Provider>
  );
  const { unmount } = render(part);
  return {
    store,
    user: userEvent.setup({ delay: null }),
    reopen: () => {
      unmount();
      render(part);
    },
  };
};
const box = () => screen.findByRole('textbox', { name: 'How should replies be written?' });
const save = () => screen.getByRole('button', { name: 'Save' });

test('an own instruction is written, counted and saved', async () => {
  const { store, user } = start();
  expect(server.asked).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /My own/ }));
  expect(store.getState().chat.currentPersonality).toBe('own');
  expect(await box()).toHaveValue('');
  expect(save()).toBeDisabled();
  await user.type(await box(), 'Rhyme. ');
  expect(await box()).toHaveAccessibleDescription(expect.stringContaining('6 of 1,000 characters'));
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(server.calls('PUT', PATH).map(({ body }) => body)).toEqual([{ text: 'Rhyme.' }]);
  expect(await box()).toHaveValue('Rhyme.');
  expect(save()).toBeDisabled();
  await user.type(await box(), ' Always.');
  expect(screen.queryByText('Saved')).toBeNull();
});

test('what is kept can be cleared', async () => {
  kept = 'Rhyme.';
  const { store, user } = start();
  act(() => void store.dispatch(personalitySet('own')));
  expect(await box()).toHaveValue('Rhyme.');
  await user.clear(await box());
  await user.click(save());
  await waitFor(() => expect(kept).toBe(''));
  expect(await box()).toHaveValue('');
});

test('a failed save says so and keeps the text, also while the settings are closed', async () => {
  server.on('PUT', PATH, () => answer({ error: 'The server is resting' }, 503));
  const { store, user, reopen } = start();
  act(() => void store.dispatch(personalitySet('own')));
  await user.type(await box(), 'Rhyme.');
  await user.click(save());
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(await box()).toHaveValue('Rhyme.');
  expect(save()).toBeEnabled();
  reopen();
  expect(await box()).toHaveValue('Rhyme.');
});

test('too long a text is not cut but told, and is not sent', async () => {
  const { store, user } = start();
  act(() => void store.dispatch(personalitySet('own')));
  await user.click(await box());
  await user.paste('x'.repeat(1003));
  expect(await box()).toHaveValue('x'.repeat(1003));
  expect(screen.getByRole('alert')).toHaveTextContent('please shorten it by 3');
  expect(save()).toBeDisabled();
  await user.keyboard('{Backspace}{Backspace}{Backspace}');
  expect(save()).toBeEnabled();
});

test('a text that cannot be loaded is not taken for none, and can be asked for again', async () => {
  kept = 'Rhyme.';
  server.on('GET', PATH, () => answer({ error: 'no' }, 500));
  const { store, user } = start();
  act(() => void store.dispatch(personalitySet('own')));
  expect(await screen.findByText('Your instruction could not be loaded.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  server.on('GET', PATH, () => answer({ text: kept }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await box()).toHaveValue('Rhyme.');
});

test.each(['free', 'basic'] as const)(
  'whoever has the plan %s sees it locked, and nothing is asked of the server',
  (tier) => {
    const { store } = start(tier);
    act(() => void store.dispatch(personalitySet('own')));
    expect(screen.getByRole('radio', { name: /My own/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /Default/ })).toBeChecked();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(server.asked).toEqual([]);
  },
);
