import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import type { Skin, Skins } from '../../../src/contract/theme.ts';
import { BUILT_IN_SKINS } from '../../../web/features/appearance/skins.ts';
import { fetchFirstAnswers } from '../../../web/app/first-answers.ts';
import { themeApi } from '../../../web/features/appearance/theme-api.ts';
import { createStore } from '../../../web/state/store.ts';
import { NOW } from '../support/builders.ts';
import { fakeMedia } from '../support/media.ts';
import { answer, heldAnswer, type FakeServer } from '../support/fake-server.ts';
import { aServer, signedIn, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const themed = (of: {
  readonly branding?: Partial<Skin['branding']>;
  readonly ui?: Partial<Skin['ui']>;
  readonly background?: Partial<Skin['background']>;
}): Skins => {
  const base = BUILT_IN_SKINS.default;
  return {
    ...BUILT_IN_SKINS,
    default: {
      ...base,
      branding: { ...base.branding, ...of.branding },
      ui: { ...base.ui, ...of.ui },
      background: { ...base.background, ...of.background },
    },
  };
};
const serve = (of: Parameters<typeof themed>[0]) => server.on('GET', '/api/theme', () => answer({ skins: themed(of) }));
const skin = () => document.documentElement.dataset['skin'];
const open = { 'ui-storage': { theme: 'light', sidebarOpen: true } };

describe('skins', () => {
  test('are chosen in the settings, are on the page at once and are kept', async () => {
    const { user } = startApp({ stored: { ...signedIn(), ...open } });
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('radio', { name: 'Parley' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Ember' }));
    expect(skin()).toBe('ember');
    expect(stored('ui-storage')).toMatchObject({ themeSkin: 'ember' });
    expect(screen.getByTestId('background')).toHaveAttribute('data-effect', 'sunset');
  });

  test('a stored name that no longer exists is the default one', async () => {
    startApp({ stored: { 'ui-storage': { themeSkin: 'neon' } } });
    await screen.findByPlaceholderText('Ask anything');
    expect(skin()).toBe('default');
  });

  test('can be changed from the palette', async () => {
    const { user } = startApp({ stored: { ...signedIn(), ...open } });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'harbor');
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', keyCode: 229 });
    expect(screen.getByRole('combobox')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(skin()).toBe('harbor'));
  });
});

describe('the theme configuration', () => {
  test('names the place, in the page and in its title', async () => {
    serve({ branding: { logo_text: 'Acme Talk', subtitle: 'Our own assistant.' } });
    startApp();
    expect(await screen.findByText('Our own assistant.')).toBeInTheDocument();
    expect(screen.getAllByText('Acme Talk').length).toBeGreaterThan(0);
    expect(document.title).toBe('Acme Talk');
  });

  test('no name and no welcome is shown before it is known which', async () => {
    const theme = heldAnswer();
    server.on('GET', '/api/theme', () => theme.held);
    startApp();
    await waitFor(() => expect(server.calls('GET', '/api/freemium-config')).toHaveLength(1));
    expect(screen.queryByText('Parley')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await act(async () => theme.give(answer({ skins: themed({ branding: { logo_text: 'Acme' } }) })));
    expect(await screen.findByRole('heading', { name: 'A quiet place to think.' })).toBeInTheDocument();
    expect(screen.queryByText('Parley')).not.toBeInTheDocument();
  });

  test('does not hold up the first screen for longer than a moment', async () => {
    const theme = heldAnswer();
    server.on('GET', '/api/theme', () => theme.held);
    const { store, stop } = createStore(NOW);
    jest.useFakeTimers();
    try {
      const waited = jest.fn();
      const answers = fetchFirstAnswers(store).then(waited);
      await jest.advanceTimersByTimeAsync(99);
      expect(waited).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      await answers;
    } finally {
      jest.useRealTimers();
    }
    const known = () => themeApi.endpoints.theme.select()(store.getState()).data;
    expect(known()).toBeUndefined();
    theme.give(answer({ skins: BUILT_IN_SKINS }));
    await waitFor(() => expect(known()).toEqual({ skins: BUILT_IN_SKINS })); // it comes late, but it comes
    for (const end of stop) end();
  });

  test('when it cannot be had, what is built in holds', async () => {
    server.on('GET', '/api/theme', () => answer({ error: 'down' }, 503));
    startApp();
    expect(await screen.findByRole('heading', { name: 'A quiet place to think.' })).toBeInTheDocument();
    expect(screen.getByTestId('background')).toHaveAttribute('data-effect', 'aurora');
  });

  test('says which background there is', async () => {
    serve({ background: { effect: 'ocean', opacity: 0.4 } });
    startApp();
    await waitFor(() => expect(screen.getByTestId('background')).toHaveAttribute('data-effect', 'ocean'));
  });

  test('suggestions and About can be left out', async () => {
    const media = fakeMedia('reduce');
    serve({ ui: { suggestions: false, about: false } });
    startApp();
    await screen.findByRole('heading', { name: 'A quiet place to think.' });
    expect(screen.queryByRole('list', { name: 'Suggestions' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'About' })).not.toBeInTheDocument();
    media.restore();
  });
});

describe('the hero search', () => {
  test('greets a visitor with the name and sends as the trial does', async () => {
    serve({ branding: { logo_text: 'Acme' }, ui: { hero_search: true } });
    const { user, store } = startApp();
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Why is the sky blue?{Enter}');
    await waitFor(() =>
      expect(server.calls('POST', '/api/ai/trial')[0]?.body).toMatchObject({ message: 'Why is the sky blue?' }),
    );
    expect(store.getState().trial.messages[0]).toMatchObject({ content: 'Why is the sky blue?' });
  });

  test('without a trial keeps the question while its writer signs in', async () => {
    serve({ ui: { hero_search: true } });
    server.on('GET', '/api/freemium-config', () =>
      answer({ freemiumEnabled: false, maxTrialMessages: 3, freemiumAgentAccess: false, demoModel: false }),
    );
    const { user, store } = startApp();
    await screen.findByRole('heading', { name: 'Parley' });
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Why?{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(store.getState().ui.pendingMessage).toBe('Why?');
  });

  test('is for visitors: somebody signed in is greeted', async () => {
    serve({ ui: { hero_search: true } });
    startApp({ stored: signedIn() });
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeInTheDocument();
  });
});

describe('keys', () => {
  const help = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

  test('a question mark shows them, unless it is typed into something', async () => {
    const { user } = startApp({ stored: signedIn() });
    const box = await screen.findByPlaceholderText('Ask anything');
    await user.type(box, '?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    box.blur();
    await user.keyboard('?');
    expect(within(await help()).getByText('Command palette')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the question mark alone can be switched off, also without an account, and stays off', async () => {
    const first = startApp();
    (await screen.findByPlaceholderText('Ask anything')).blur();
    await first.user.keyboard('?');
    expect(within(await help()).queryByText('New temporary chat')).not.toBeInTheDocument();
    await first.user.click(within(await help()).getByRole('switch', { name: 'Shortcut ?' }));
    first.leave();
    const { user } = startApp();
    (await screen.findByPlaceholderText('Ask anything')).blur();
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Control>}/{/Control}');
    expect(within(await help()).getByRole('switch', { name: 'Shortcut ?' })).not.toBeChecked();
  });

  test('do what the help says they do, also from the text box', async () => {
    const { user, store } = startApp({ stored: { ...signedIn(), 'ui-storage': { theme: 'light' } } });
    await screen.findByRole('heading', { name: /Ada/ });
    await user.keyboard('{Control>}b{/Control}');
    expect(store.getState().ui.sidebarOpen).toBe(true);
    await user.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
    expect(store.getState().ui.theme).toBe('dark');
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search conversations' })).toHaveFocus());
    await user.keyboard('{Control>},{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeInTheDocument();
  });

  test.each([
    ['Arabic', { key: 'ن', code: 'KeyK' }, 'Command palette'],
    ['Russian', { key: 'Л', code: 'KeyK' }, 'Command palette'],
    ['Dvorak', { key: 'k', code: 'KeyV' }, 'Command palette'],
    ['German', { key: '/', code: 'Digit7', shiftKey: true }, 'Keyboard shortcuts'],
    ['Arabic', { key: 'ظ', code: 'Slash' }, 'Keyboard shortcuts'],
    ['Arabic', { key: 'و', code: 'Comma' }, 'Settings'],
  ])('work on a keyboard that is %s (%o)', async (_, pressed, name) => {
    startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    fireEvent.keyDown(window, { ...pressed, ctrlKey: true });
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
  });

  test('of letters stay with the letter that is typed', async () => {
    startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    fireEvent.keyDown(window, { key: 't', code: 'KeyK', ctrlKey: true });
    fireEvent.keyDown(window, { key: 'Л', code: 'KeyK', ctrlKey: true, shiftKey: true });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('are found from the palette too', async () => {
    const { user } = startApp();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'shortcuts{Enter}');
    expect(within(await help()).queryByText('Switch theme')).not.toBeInTheDocument();
  });
});

test('on a phone the page behind the open sidebar is out of reach', async () => {
  const media = fakeMedia('767px');
  const { user } = startApp({ stored: signedIn() });
  await screen.findByRole('heading', { name: /Ada/ });
  await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
  expect(screen.getByTestId('main')).toHaveAttribute('inert');
  await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
  expect(screen.getByTestId('main')).not.toHaveAttribute('inert');
  media.restore();
});
