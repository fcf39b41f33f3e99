import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { tabChosen } from '../../../../../web/state/admin-slice.ts';
import { GEMMA, KIMI, someModels, someRates, told, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const reason = () => inPanel().getByLabelText('Reason for changes');
const saveButton = () => inPanel().getByRole('button', { name: /^Save/ });
const question = () => within(screen.getByRole('alertdialog', { name: 'Save your changes?' }));
const press = (user: ReturnType<typeof startPanel>['user'], name: string) =>
  user.click(question().getByRole('button', { name }));

/** A save of the rates that ends when the test says so, with the grace period on. */
const slowSave = () => {
  const { config, ...rest } = someRates();
  const saved = {
    ...rest,
    config: { ...config, features: { ...config.features, enableGracePeriod: true }, version: 4 },
  };
  let finish = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server.on('POST', '/api/admin/rate-limits', async () => {
    await late;
    server.on('GET', '/api/admin/rate-limits', () => answer(saved));
    return answer(saved);
  });
  return { finish };
};

/** Features with one switch turned on. */
const changed = async () => {
  const started = startPanel('features');
  await started.user.click(await inPanel().findByRole('switch', { name: 'Grace period' }));
  return started;
};

describe('leaving unsaved changes', () => {
  test('for another tab asks: Stay keeps them, Discard drops them', async () => {
    const { user } = await changed();
    await user.click(inPanel().getByRole('tab', { name: 'AI Agents' }));
    await press(user, 'Stay');
    expect(inPanel().getByRole('tab', { name: 'Features' })).toHaveAttribute('aria-selected', 'true');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    await user.click(inPanel().getByRole('tab', { name: 'AI Agents' }));
    expect(question().getByRole('button', { name: 'Stay' })).toHaveFocus();
    await press(user, 'Discard');
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
    await user.click(inPanel().getByRole('tab', { name: 'Features' }));
    expect(await inPanel().findByRole('switch', { name: 'Grace period' })).not.toBeChecked();
    expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('Save asks why, saves and goes on', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
    const { user } = await changed();
    await user.selectOptions(inPanel().getByRole('combobox', { name: 'Section' }), 'AI Agents');
    await press(user, 'Save');
    expect(question().getByLabelText('Reason for changes')).toHaveFocus();
    expect(question().getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.type(question().getByLabelText('Reason for changes'), 'Kindness');
    await press(user, 'Save');
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
    expect(server.calls('POST', '/api/admin/rate-limits')[0]?.body).toMatchObject({ reason: 'Kindness' });
    expect(inPanel().getByTestId('toast')).toHaveTextContent('Configuration saved');
    expect(reason()).toHaveValue('');
  });

  test('what cannot be saved is shown where it was changed', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer({ error: 'The database is away' }, 500));
    const { user } = await changed();
    await user.type(reason(), 'Kindness');
    await user.click(inPanel().getByRole('tab', { name: 'Users' }));
    await press(user, 'Save');
    expect(await inPanel().findByText('Failed to save configuration')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
  });

  test('during a save there is no Stay and no Discard, and Escape does not close the question', async () => {
    const { finish } = slowSave();
    const { user } = await changed();
    await user.type(reason(), 'Kindness');
    await user.click(inPanel().getByRole('tab', { name: 'AI Agents' }));
    await press(user, 'Save');
    for (const name of ['Stay', 'Discard']) expect(question().getByRole('button', { name })).toBeDisabled();
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
    finish();
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
  });

  test('what is changed during a save stays unsaved', async () => {
    const { finish } = slowSave();
    const { user } = await changed();
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    const messages = () => inPanel().getByRole('spinbutton', { name: 'Grace messages' });
    await user.clear(messages());
    await user.type(messages(), '7');
    finish();
    await inPanel().findByTestId('toast');
    expect(messages()).toHaveValue('7');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    expect(saveButton()).toBeEnabled();
    await user.click(inPanel().getByRole('button', { name: 'Reset' }));
    expect(messages()).not.toHaveValue('7');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
  });

  test('closing asks', async () => {
    const { user, closed } = await changed();
    await user.click(inPanel().getByRole('button', { name: 'Close' }));
    await press(user, 'Stay');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    await user.click(inPanel().getByRole('button', { name: 'Close' }));
    expect(closed).toEqual([]);
    await press(user, 'Discard');
    expect(closed).toEqual([true]);
  });

  test('the reloading of the page asks, and only then', async () => {
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { user } = await changed();
    expect(isAsked()).toBe(true);
    await user.click(inPanel().getByRole('button', { name: 'Reset' }));
    expect(isAsked()).toBe(false);
  });

  test('what was refused in one tab is not said in the next', async () => {
    const { user } = await changed();
    await user.click(saveButton());
    expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.click(inPanel().getByRole('button', { name: 'Reset' }));
    expect(inPanel().queryByText('Please provide a reason for this change')).not.toBeInTheDocument();
    await user.type(reason(), 'For this tab');
    await user.click(inPanel().getByRole('tab', { name: 'AI Agents' }));
    await inPanel().findByText('AI Agent Configuration');
    expect(reason()).toHaveValue('');
  });

  test('a tab without changes is left at once', async () => {
    const { store } = startPanel('features');
    await inPanel().findByRole('switch', { name: 'Grace period' });
    act(() => {
      store.dispatch(tabChosen('agents'));
    });
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
  });
});

describe('two tabs of one truth', () => {
  const primaryIn = (id: string) => {
    const { config, origins } = someRates();
    const free = { ...config.subscriptions.free, models: { primary: id, fallback: GEMMA } };
    return { config: { ...config, subscriptions: { ...config.subscriptions, free }, version: 4 }, origins };
  };
  const marked = (id: string) => {
    const { tiers, ...rest } = someModels();
    const models = tiers.free?.models.map((model) => ({ ...model, isPrimary: model.id === id })) ?? [];
    return { ...rest, version: 4, tiers: { ...tiers, free: { models } } };
  };
  const free = async () => within(await inPanel().findByRole('table', { name: 'Models of Free' }));

  test('a primary model that is set under Model Access is the one of Model Config, without Reload', async () => {
    const { user, go } = startPanel('model-config');
    expect((await free()).getByRole('row', { name: new RegExp(KIMI) })).toHaveTextContent('Primary');
    go('model-access');
    server.on('POST', '/api/admin/rate-limits', () => {
      server
        .on('GET', '/api/admin/rate-limits', () => answer(primaryIn(GEMMA)))
        .on('GET', '/api/ai/model-config', () => answer(marked(GEMMA)));
      return answer(primaryIn(GEMMA));
    });
    await user.selectOptions(await inPanel().findByLabelText('Primary model, Free'), GEMMA);
    await user.type(reason(), 'Cheaper');
    await user.click(saveButton());
    await inPanel().findByTestId('toast');
    go('model-config');
    expect((await free()).getByRole('button', { name: `Make primary: ${KIMI}, Free` })).toBeInTheDocument();
  });

  test('and the other way round, with the version that the next save needs', async () => {
    const { user, go } = startPanel('model-access');
    expect(await inPanel().findByLabelText('Primary model, Free')).toHaveValue(KIMI);
    go('model-config');
    server.on('POST', '/api/ai/model-config', () => {
      server
        .on('GET', '/api/admin/rate-limits', () => answer(primaryIn(GEMMA)))
        .on('GET', '/api/ai/model-config', () => answer(marked(GEMMA)));
      return answer({ success: true, config: marked(GEMMA) });
    });
    await user.click(await inPanel().findByRole('button', { name: `Make primary: ${GEMMA}, Free` }));
    await user.type(reason(), 'Cheaper');
    await user.click(saveButton());
    await inPanel().findByTestId('toast');
    go('model-access');
    expect(await inPanel().findByLabelText('Primary model, Free')).toHaveValue(GEMMA);
    expect(inPanel().getByText(/version 4/)).toBeInTheDocument();
  });
});

test('the history of a tab shows and restores its own part of the limits', async () => {
  const entry = (version: number, path: readonly string[]) => ({
    version,
    by: 'u1',
    byName: 'Grace Hopper',
    at: told.lastUpdated,
    reason: `Why ${version}`,
    restored: null,
    changes: [{ path, from: 1, to: version }],
  });
  server
    .on('GET', '/api/admin/config/rate-limits/versions', () =>
      answer({
        versions: [
          entry(3, ['subscriptions', 'free', 'lifetime', 'totalMessages']),
          entry(2, ['features', 'graceMessages']),
          entry(1, ['features', 'graceMessages']),
        ],
      }),
    )
    .on('POST', '/api/admin/config/rate-limits/undo', () => answer({ success: true, version: 4 }));
  const { user } = await changed();
  await user.click(inPanel().getByRole('button', { name: 'History' }));
  const history = within(await screen.findByRole('dialog', { name: 'History' }));
  const versions = within(await history.findByRole('list', { name: 'Versions' }));
  expect(versions.queryByText('Why 3')).not.toBeInTheDocument();
  expect(versions.getByText('Current').closest('li')).toHaveTextContent('Why 2');
  await user.click(versions.getByRole('button', { name: 'Go back to version 1' }));
  await user.type(versions.getByLabelText('Reason for going back to version 1'), 'A mistake');
  await user.click(versions.getByRole('button', { name: 'Bring it back' }));
  await waitFor(() => expect(server.calls('POST', '/api/admin/config/rate-limits/undo')).toHaveLength(1));
  expect(server.calls('POST', '/api/admin/config/rate-limits/undo')[0]?.body).toEqual({
    version: 1,
    current: 3,
    reason: 'A mistake',
    part: 'features',
  });
  // What is not saved yet is not what was undone.
  expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
});
