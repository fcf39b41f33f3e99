import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { GEMMA, KIMI, LLAMA, someAgents, someModels, someRates, told, withAdmin } from '../../../support/admin.ts';
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

/** The list of models may come after the form. */
const choosePrimary = async (user: ReturnType<typeof startPanel>['user'], model: string) => {
  const primary = await inPanel().findByLabelText('Primary model, Free');
  await within(primary).findByRole('option', { name: model });
  await user.selectOptions(primary, model);
};

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

const tab = (name: string) => inPanel().getByRole('tab', { name: new RegExp(`^${name}`) });

describe('unsaved changes', () => {
  test('survive another tab, which is marked, with their own reason', async () => {
    const { user } = await changed();
    await user.type(reason(), 'Kindness');
    await user.click(tab('AI Agents'));
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(reason()).toHaveValue('');
    expect(inPanel().getByRole('button', { name: /^Save/ })).toBeDisabled();
    expect(tab('Features')).toHaveAccessibleDescription('Unsaved changes');
    await user.click(tab('Features'));
    expect(await inPanel().findByRole('switch', { name: 'Grace period' })).toBeChecked();
    expect(reason()).toHaveValue('Kindness');
  });

  test('of two tabs of one document are saved each under its own reason, and make no conflict', async () => {
    const { user } = await changed();
    await user.selectOptions(inPanel().getByRole('combobox', { name: 'Section' }), 'Model Access');
    await choosePrimary(user, GEMMA);
    await user.type(reason(), 'Cheaper');
    const { config, ...rest } = someRates();
    server.on('POST', '/api/admin/rate-limits', () => {
      server.on('GET', '/api/admin/rate-limits', () => answer({ ...rest, config: { ...config, version: 4 } }));
      return answer(someRates());
    });
    await user.click(saveButton());
    await inPanel().findByTestId('toast');
    await user.click(tab('Features'));
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    await waitFor(() => expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(2));
    expect(server.calls('POST', '/api/admin/rate-limits').map(({ body }) => body)).toEqual([
      { updates: { subscriptions: { free: { models: { primary: GEMMA } } } }, reason: 'Cheaper', version: 3 },
      { updates: { features: { enableGracePeriod: true } }, reason: 'Kindness', version: 4 },
    ]);
  });

  test('are saved by Enter in a field, and asked for a reason there', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
    const { user } = await changed();
    const messages = inPanel().getByRole('spinbutton', { name: 'Grace messages' });
    await user.type(messages, '{Enter}');
    expect(reason()).toHaveFocus();
    expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.type(reason(), 'Kindness{Enter}');
    await inPanel().findByTestId('toast');
    expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(1);
    await user.type(inPanel().getByRole('spinbutton', { name: 'Grace messages' }), '{Enter}');
    expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(1);
  });

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    'are not saved by the Enter that chooses a letter of an input method (%o)',
    async (method) => {
      const { user } = await changed();
      const messages = inPanel().getByRole('spinbutton', { name: 'Grace messages' });
      fireEvent.keyDown(messages, { key: 'Enter', ...method });
      expect(inPanel().queryByText('Please provide a reason for this change')).not.toBeInTheDocument();
      await user.type(messages, '{Enter}');
      expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    },
  );

  test('are not saved by Enter where it adds to a list or searches', async () => {
    const { user } = startPanel('rate-limits');
    const model = await inPanel().findByLabelText('Model to limit for Free');
    await user.type(model, `${LLAMA}{Enter}`);
    expect(await inPanel().findByText(LLAMA)).toBeInTheDocument();
    await user.type(inPanel().getByRole('combobox', { name: 'Find a setting' }), 'x{Enter}');
    expect(inPanel().queryByText('Please provide a reason for this change')).not.toBeInTheDocument();
  });

  test('that cannot be saved are shown where they were changed', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer({ error: 'The database is away' }, 500));
    const { user } = await changed();
    await user.type(reason(), 'Kindness');
    await user.click(tab('AI Agents'));
    await user.click(inPanel().getByRole('button', { name: 'Close' }));
    await press(user, 'Save');
    expect(await inPanel().findByText('Failed to save configuration')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
  });

  test('what the server refuses is told by the label of its field', async () => {
    server.on('POST', '/api/admin/rate-limits', () =>
      answer({ error: 'x', code: 'VALIDATION_ERROR', field: 'updates.features.graceMessages' }, 400),
    );
    const { user } = await changed();
    await user.type(reason(), 'Kindness{Enter}');
    expect(await inPanel().findByText(/please correct “Grace messages”/)).toBeInTheDocument();
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

  test('what was refused in one tab is not said in the next', async () => {
    const { user } = await changed();
    await user.click(saveButton());
    expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.click(tab('AI Agents'));
    await inPanel().findByText('AI Agent Configuration');
    expect(inPanel().queryByText('Please provide a reason for this change')).not.toBeInTheDocument();
    await user.type(reason(), 'For this tab');
    await user.click(tab('Overview'));
    await user.click(tab('AI Agents'));
    expect(reason()).toHaveValue('');
  });
});

describe('leaving the panel with unsaved changes', () => {
  const close = (user: ReturnType<typeof startPanel>['user']) =>
    user.click(inPanel().getByRole('button', { name: 'Close' }));

  test('asks: Stay keeps them, Discard drops them', async () => {
    const { user, closed } = await changed();
    await close(user);
    expect(question().getByRole('button', { name: 'Stay' })).toHaveFocus();
    await press(user, 'Stay');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    expect(closed).toEqual([]);
    await close(user);
    await press(user, 'Discard');
    expect(closed).toEqual([true]);
    expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('names every tab that has some, and Save asks each for its own reason', async () => {
    server
      .on('POST', '/api/admin/rate-limits', () => answer(someRates()))
      .on('POST', '/api/admin/agent-config', () => answer({ success: true, config: someAgents() }));
    const { user, closed } = await changed();
    await user.click(tab('AI Agents'));
    await user.click(await inPanel().findByRole('switch', { name: 'Code' }));
    await user.click(tab('Overview'));
    await close(user);
    expect(question().getByText(/Features and AI Agents/)).toBeInTheDocument();
    await user.type(question().getByLabelText('Features: Reason for changes'), 'Kindness');
    await press(user, 'Save');
    expect(question().getByText('Please provide a reason for this change')).toBeInTheDocument();
    expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(1);
    await user.type(question().getByLabelText(/Reason for changes$/), 'Less code{Enter}');
    await waitFor(() => expect(closed).toEqual([true]));
    expect(server.calls('POST', '/api/admin/rate-limits')[0]?.body).toMatchObject({ reason: 'Kindness' });
    expect(server.calls('POST', '/api/admin/agent-config')[0]?.body).toMatchObject({ reason: 'Less code' });
  });

  test('has no Stay and no Discard during a save, and Escape does not close the question', async () => {
    const { finish } = slowSave();
    const { user, closed } = await changed();
    await user.type(reason(), 'Kindness');
    await close(user);
    await press(user, 'Save');
    for (const name of ['Stay', 'Discard']) expect(question().getByRole('button', { name })).toBeDisabled();
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
    finish();
    await waitFor(() => expect(closed).toEqual([true]));
  });

  test('the reloading of the page asks, and only then', async () => {
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { user } = await changed();
    await user.click(tab('AI Agents'));
    expect(isAsked()).toBe(true);
    await user.click(tab('Features'));
    await user.click(inPanel().getByRole('button', { name: 'Reset' }));
    expect(isAsked()).toBe(false);
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
    await choosePrimary(user, GEMMA);
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
