import { screen, waitFor, within } from '@testing-library/react';

import {
  GEMMA,
  KIMI,
  LLAMA,
  someAgents,
  someFreemium,
  someModels,
  someRates,
  someStorage,
  someTtl,
  someUsageMail,
  someVision,
  told,
  withAdmin,
} from '../../../support/admin.ts';
import { answer, FakeServer, heldAnswer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const reason = () => inPanel().getByLabelText('Reason for changes');
const saveButton = () => inPanel().getByRole('button', { name: 'Save Changes' });
type User = ReturnType<typeof startPanel>['user'];

/** Another value in a box of numbers. */
const fill = async (user: User, name: string, text: string) => {
  const box = await inPanel().findByRole('spinbutton', { name });
  await user.clear(box);
  await user.type(box, text);
};

const saved = async (path: string, method = 'POST') => {
  await waitFor(() => expect(server.calls(method, path)).toHaveLength(1));
  return server.calls(method, path)[0]?.body;
};

test('arrows walk through the tabs', async () => {
  const { user } = startPanel('features');
  await user.click(inPanel().getByRole('tab', { name: 'Features' }));
  await user.keyboard('{ArrowDown}');
  expect(inPanel().getByRole('tab', { name: 'AI Agents' })).toHaveFocus();
  expect(inPanel().getByRole('tabpanel', { name: 'AI Agents' })).toBeInTheDocument();
  await user.keyboard('{Home}');
  expect(inPanel().getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
});

describe('Usage by mail', () => {
  const card = async () => within(await inPanel().findByRole('region', { name: 'Usage by mail' }));

  test('is saved with its day of the week', async () => {
    server.on('POST', '/api/admin/usage-mail-config', () => answer({ success: true, config: someUsageMail() }));
    const { user } = startPanel('features');
    const mail = await card();
    await user.click(await mail.findByRole('switch', { name: 'Mail the admins each week' }));
    await user.selectOptions(mail.getByLabelText('Day of the usage mail'), 'Friday');
    await user.type(reason(), 'We want to know');
    await user.click(saveButton());
    expect(await saved('/api/admin/usage-mail-config')).toMatchObject({ isOn: true, weekday: 'friday' });
  });

  test('is turned off for oneself at once, and sent now', async () => {
    server
      .on('PUT', '/api/admin/usage-mail', () => answer({ receives: false, address: 'ada@example.org' }))
      .on('POST', '/api/admin/usage-mail/send', () => answer({ sentTo: null, detail: 'no such host' }));
    const { user } = startPanel('features');
    const mail = await card();
    await user.click(await mail.findByRole('switch', { name: 'Send it to me' }));
    expect(await saved('/api/admin/usage-mail', 'PUT')).toEqual({ receives: false });
    await waitFor(() => expect(mail.getByRole('switch', { name: 'Send it to me' })).not.toBeChecked());
    await user.click(mail.getByRole('button', { name: 'Send me one now' }));
    expect(await mail.findByText('The mail could not be sent: no such host')).toBeInTheDocument();
    server.on('POST', '/api/admin/usage-mail/send', () => answer({ sentTo: 'ada@example.org', detail: '' }));
    await user.click(mail.getByRole('button', { name: 'Send me one now' }));
    expect(await mail.findByText('Sent to ada@example.org.')).toBeInTheDocument();
  });

  test('an admin without a verified address is told so', async () => {
    server.on('GET', '/api/admin/usage-mail', () => answer({ receives: true, address: null }));
    startPanel('features');
    const mail = await card();
    expect(await mail.findByText(/has no verified address/)).toBeInTheDocument();
    expect(mail.queryByRole('button', { name: 'Send me one now' })).toBeNull();
  });
});

describe('Rate Limits', () => {
  test('shows where values come from, who changed them last, and nothing to save', async () => {
    startPanel('rate-limits');
    expect(await inPanel().findByRole('region', { name: 'Free' })).toHaveTextContent(
      /Messages in total.*Default.*Set by an admin/,
    );
    expect(inPanel().getByText(/Last updated Nov 20, 2026.* by Grace Hopper, version 3/)).toBeInTheDocument();
    expect(saveButton()).toBeDisabled();
    expect(inPanel().getByRole('button', { name: 'Reset' })).toBeDisabled();
    expect(inPanel().getByRole('spinbutton', { name: 'Free: messages in total' })).toHaveAttribute(
      'aria-valuemin',
      '0',
    );
  });

  test('the messages of a day have a field for each tier', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
    const { user } = startPanel('rate-limits');
    expect(await inPanel().findByRole('spinbutton', { name: 'Free: messages per day' })).toHaveValue('30');
    await fill(user, 'Free: messages per day', '50');
    await fill(user, 'Premium: titles, related questions and summaries per day', '9');
    await user.type(reason(), 'More for everybody');
    await user.click(saveButton());
    expect(await saved('/api/admin/rate-limits')).toMatchObject({
      updates: { subscriptions: { free: { daily: { messages: 50 } }, premium: { daily: { followUps: 9 } } } },
    });
  });

  test('wants a reason, then sends what changed and nothing else', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
    const { user } = startPanel('rate-limits');
    await user.click(await inPanel().findByRole('checkbox', { name: 'Unlimited: Free: messages in total' }));
    await fill(user, 'Free: messages in total', '100');
    await user.click(inPanel().getByRole('checkbox', { name: `Unlimited: Free: messages with ${KIMI}` }));
    await user.click(saveButton());
    expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    expect(server.calls('POST', '/api/admin/rate-limits')).toEqual([]);
    await user.type(reason(), 'A cap for everybody');
    expect(inPanel().queryByText('Please provide a reason for this change')).not.toBeInTheDocument();
    await user.click(saveButton());
    expect(await saved('/api/admin/rate-limits')).toEqual({
      updates: { subscriptions: { free: { lifetime: { totalMessages: 100, modelLimits: { [KIMI]: -1 } } } } },
      reason: 'A cap for everybody',
      version: 3,
    });
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('Configuration saved');
    expect(saveButton()).toBeDisabled();
    expect(reason()).toHaveValue('');
  });

  test('adds a limit for a model once, and takes it away', async () => {
    const { user } = startPanel('rate-limits');
    const free = within(await inPanel().findByRole('region', { name: 'Free' }));
    await user.type(free.getByLabelText('Model to limit for Free'), `${KIMI}{Enter}`);
    expect(free.getByText('Model already exists in this tier')).toBeInTheDocument();
    await user.clear(free.getByLabelText('Model to limit for Free'));
    await user.type(free.getByLabelText('Model to limit for Free'), `${GEMMA}{Enter}`);
    expect(free.getByRole('spinbutton', { name: `Free: messages with ${GEMMA}` })).toBeInvalid();
    await user.click(free.getByRole('button', { name: `Remove the limit of ${GEMMA} for Free` }));
    expect(saveButton()).toBeDisabled();
  });

  test('Reset brings back what was there', async () => {
    const { user } = startPanel('rate-limits');
    await fill(user, `Free: messages with ${KIMI}`, '12');
    await user.click(inPanel().getByRole('button', { name: 'Reset' }));
    expect(inPanel().getByRole('spinbutton', { name: `Free: messages with ${KIMI}` })).toHaveValue('10');
    expect(saveButton()).toBeDisabled();
  });
});

describe('when something does not work', () => {
  test('a configuration that cannot be loaded says so and can be asked for again', async () => {
    server.on('GET', '/api/admin/rate-limits', () => answer({ error: 'down' }, 500));
    const { user } = startPanel('rate-limits');
    expect(await inPanel().findByText('Failed to load configuration')).toBeInTheDocument();
    expect(inPanel().queryByLabelText('Reason for changes')).not.toBeInTheDocument();
    server.on('GET', '/api/admin/rate-limits', () => answer(someRates()));
    await user.click(inPanel().getByRole('button', { name: 'Try again' }));
    expect(await inPanel().findByRole('spinbutton', { name: `Free: messages with ${KIMI}` })).toHaveValue('10');
  });

  test('a save that failed keeps what was changed and why', async () => {
    server.on('POST', '/api/admin/rate-limits', () => answer({ error: 'The database is away' }, 500));
    const { user } = startPanel('features');
    await user.click(await inPanel().findByRole('switch', { name: 'Grace period' }));
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    const alert = await inPanel().findByText('Failed to save configuration');
    expect(alert.parentElement).toHaveTextContent('The database is away');
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    expect(reason()).toHaveValue('Kindness');
    expect(saveButton()).toBeEnabled();
  });

  test('a save without an answer is said to be unknown, and is no conflict when it is repeated', async () => {
    const { config, origins } = someRates();
    server.on('POST', '/api/admin/rate-limits', () => Promise.reject(new TypeError('connection lost')));
    const { user } = startPanel('features');
    await user.click(await inPanel().findByRole('switch', { name: 'Grace period' }));
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    expect(await inPanel().findByText(/not known whether this was saved/)).toBeInTheDocument();
    expect(inPanel().queryByText(/Failed to save/)).toBeNull();

    const own = { ...quicker, by: 'u1', changes: [{ path: ['features', 'enableGracePeriod'], from: false, to: true }] };
    server
      .on('POST', '/api/admin/rate-limits', () =>
        answer({ error: 'Changed meanwhile', version: 4, changes: [own] }, 409),
      )
      .on('GET', '/api/admin/rate-limits', () =>
        answer({
          config: { ...config, features: { ...config.features, enableGracePeriod: true }, version: 4 },
          origins,
        }),
      );
    await user.click(saveButton());
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('Configuration saved');
    expect(inPanel().queryByText(/changed while you were editing/)).toBeNull();
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    expect(saveButton()).toBeDisabled();
  });

  const quicker = {
    version: 4,
    by: 'u2',
    byName: 'Alan Turing',
    at: told.lastUpdated,
    reason: 'Too many',
    changes: [{ path: ['features', 'graceMessages'], from: 5, to: 2 }],
  };

  test('another admin who was quicker is shown, and Reload brings theirs in without losing the rest', async () => {
    server.on('POST', '/api/admin/rate-limits', () =>
      answer({ error: 'Changed meanwhile', version: 4, changes: [quicker] }, 409),
    );
    const { user } = startPanel('features');
    await fill(user, 'Grace messages', '9');
    await user.click(inPanel().getByRole('switch', { name: 'Grace period' }));
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    expect(await inPanel().findByText(/Rate limits changed while you were editing/)).toBeInTheDocument();
    expect(inPanel().getByText(/Alan Turing, Nov 20, 2026.*Too many/)).toBeInTheDocument();
    expect(inPanel().getByText('Grace messages: 5 → 2')).toBeInTheDocument();
    const { config, origins } = someRates();
    server.on('GET', '/api/admin/rate-limits', () =>
      answer({ config: { ...config, features: { ...config.features, graceMessages: 2 }, version: 4 }, origins }),
    );
    await user.click(
      within(
        inPanel()
          .getByText(/Nothing was saved/)
          .closest('[role="alert"]') as HTMLElement,
      ).getByRole('button', { name: 'Reload' }),
    );
    await waitFor(() => expect(inPanel().getByRole('spinbutton', { name: 'Grace messages' })).toHaveValue('2'));
    expect(inPanel().getByRole('switch', { name: 'Grace period' })).toBeChecked();
    server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
    await user.click(saveButton());
    await waitFor(() => expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(2));
    expect(server.calls('POST', '/api/admin/rate-limits')[1]?.body).toEqual({
      updates: { features: { enableGracePeriod: true } },
      reason: 'Kindness',
      version: 4,
    });
  });

  test('what is taken back while it is being saved stays taken back, as an unsaved change', async () => {
    const saving = heldAnswer();
    server.on('POST', '/api/admin/rate-limits', () => saving.held);
    const { user } = startPanel('features');
    const grace = () => inPanel().getByRole('switch', { name: 'Grace period' });
    await user.click(await inPanel().findByRole('switch', { name: 'Grace period' }));
    await user.type(reason(), 'Kindness');
    await user.click(saveButton());
    await fill(user, 'Grace messages', '9');
    await user.click(grace());
    const { config, origins } = someRates();
    const saved = {
      config: { ...config, features: { ...config.features, enableGracePeriod: true }, version: 4 },
      origins,
    };
    server.on('GET', '/api/admin/rate-limits', () => answer(saved));
    saving.give(answer(saved));
    expect(await inPanel().findByText(/version 4/)).toBeInTheDocument();
    expect(grace()).not.toBeChecked();
    server.on('POST', '/api/admin/rate-limits', () => answer(saved));
    await user.type(reason(), 'Not so kind');
    await user.click(saveButton());
    await waitFor(() => expect(server.calls('POST', '/api/admin/rate-limits')).toHaveLength(2));
    expect(server.calls('POST', '/api/admin/rate-limits')[1]?.body).toMatchObject({
      updates: { features: { enableGracePeriod: false, graceMessages: 9 } },
    });
  });

  test('only the tab with an unsaved change is marked', async () => {
    const { user } = startPanel('features');
    const marked = () => inPanel().queryAllByTitle('Unsaved changes');
    await inPanel().findByRole('switch', { name: 'Grace period' });
    expect(marked()).toEqual([]);
    await user.click(inPanel().getByRole('switch', { name: 'Grace period' }));
    expect(marked().map((mark) => mark.closest('[role="tab"]')?.textContent)).toEqual(['Features']);
  });

  test('the reloading of a changed form asks first', async () => {
    const { user } = startPanel('features');
    await user.click(await inPanel().findByRole('switch', { name: 'Grace period' }));
    await user.click(inPanel().getByRole('button', { name: 'Reload' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard and reload' }));
    await waitFor(() => expect(inPanel().getByRole('switch', { name: 'Grace period' })).not.toBeChecked());
  });
});

test('Model Access saves the models that serve a tier', async () => {
  server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
  const { user } = startPanel('model-access');
  const fallback = await inPanel().findByLabelText('Fallback model, Basic (Pro)');
  await within(fallback).findByRole('option', { name: GEMMA });
  await user.selectOptions(fallback, GEMMA);
  await user.type(reason(), 'Cheaper');
  await user.click(saveButton());
  expect(await saved('/api/admin/rate-limits')).toEqual({
    updates: { subscriptions: { basic: { models: { fallback: GEMMA } } } },
    reason: 'Cheaper',
    version: 3,
  });
});

describe('Model Config', () => {
  const free = async () => within(await inPanel().findByRole('region', { name: 'Free' }));

  test('keeps exactly one primary model, and the last model', async () => {
    server.on('POST', '/api/ai/model-config', () => answer({ success: true, config: someModels() }));
    const { user } = startPanel('model-config');
    const tier = await free();
    await user.click(tier.getByRole('button', { name: `Remove ${KIMI}, Free` }));
    expect(tier.getByRole('row', { name: new RegExp(GEMMA) })).toHaveTextContent(`${GEMMA}`);
    expect(tier.getByRole('row', { name: new RegExp(GEMMA) })).toHaveTextContent('Primary');
    expect(tier.getByRole('button', { name: `Remove ${GEMMA}, Free` })).toBeDisabled();
    await user.type(reason(), 'One is enough');
    await user.click(saveButton());
    const { tiers } = someModels();
    expect(await saved('/api/ai/model-config')).toEqual({
      tiers: {
        ...tiers,
        free: { models: [{ id: GEMMA, displayName: GEMMA, isPrimary: true, messageLimit: 40, unlimited: false }] },
      },
      reason: 'One is enough',
      version: 3,
    });
  });

  test('adds what the providers offer, and nothing twice', async () => {
    const { user } = startPanel('model-config');
    await user.click(await inPanel().findByRole('button', { name: 'Discover models' }));
    const found = within(await inPanel().findByRole('region', { name: 'Discovered models' }));
    expect(await inPanel().findByText('Cached models (refreshed hourly)')).toBeInTheDocument();
    expect(found.getByRole('region', { name: 'LLaMA' })).toHaveTextContent(/LLaMA 4 Scout.*Preview/);
    await user.click(found.getByRole('button', { name: `Add ${KIMI} to Free` }));
    expect(found.getByText('Model already exists in this tier')).toBeInTheDocument();
    await user.click(found.getByRole('button', { name: 'Add llama-4-scout to Free' }));
    expect((await free()).getByLabelText('Display name of llama-4-scout, Free')).toHaveValue('LLaMA 4 Scout');
    expect(found.getByText('Added to Free. It applies once you save.')).toBeInTheDocument();
  });

  test('offers a built-in list when the providers cannot be asked', async () => {
    server.on('GET', '/api/ai/discover-models', () => answer({ error: 'x', code: 'AI_SERVICE_AUTH_ERROR' }, 502));
    const { user } = startPanel('model-config');
    await user.click(await inPanel().findByRole('button', { name: 'Discover models' }));
    expect(await inPanel().findByText('Failed to discover models')).toBeInTheDocument();
    expect(inPanel().getByRole('button', { name: `Add ${LLAMA} to Premium` })).toBeInTheDocument();
    server.on('GET', '/api/ai/discover-models', () => answer({ models: [], cached: false, isAdmin: true }));
    await user.click(inPanel().getByRole('button', { name: 'Retry' }));
    expect(await inPanel().findByText('No models available')).toBeInTheDocument();
  });

  test('saves vision below, and says so when that fails', async () => {
    server.on('POST', '/api/admin/vision-config', () => answer({ error: 'no' }, 500));
    const { user } = startPanel('model-config');
    await fill(user, 'Free: images per day', '7');
    await user.type(reason(), 'More pictures');
    await user.click(saveButton());
    expect(await inPanel().findByText('Failed to save vision configuration')).toBeInTheDocument();
    const { enabled, model, rateLimits } = someVision();
    expect(server.calls('POST', '/api/admin/vision-config')[0]?.body).toEqual({
      enabled,
      model,
      rateLimits: { ...rateLimits, free: { daily: 7, monthly: 20 } },
      reason: 'More pictures',
      version: 3,
    });
  });
});

describe('AI Agents', () => {
  test('has its own button, and reads limits in words', async () => {
    server.on('POST', '/api/admin/agent-config', () => answer({ success: true, config: someAgents() }));
    const { user } = startPanel('agents');
    expect(await inPanel().findByText('AI Agent Configuration')).toBeInTheDocument();
    expect(inPanel().queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    const limits = inPanel().getByRole('region', { name: 'Daily request limits' });
    expect(limits).toHaveTextContent(/Disabled.*5 requests\/day.*Unlimited/);
    await fill(user, 'Basic (Pro): agent requests per day', '0');
    expect(limits).toHaveTextContent(/Disabled.*Disabled.*Unlimited/);
    await user.click(inPanel().getByLabelText('All Tiers'));
    await user.click(inPanel().getByRole('switch', { name: 'Code' }));
    await user.click(inPanel().getByRole('button', { name: 'Save Agent Config' }));
    expect(inPanel().getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.type(reason(), 'Open to all');
    await user.click(inPanel().getByRole('button', { name: 'Save Agent Config' }));
    expect(await saved('/api/admin/agent-config')).toMatchObject({
      config: {
        premiumOnly: false,
        availableAgentTypes: ['reasoning_agent', 'research_agent'],
        maxAgentRequests: { free: 0, basic: 0, premium: -1 },
      },
      reason: 'Open to all',
      version: 3,
    });
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('Agent configuration saved');
  });

  test('shows the defaults when it cannot be loaded', async () => {
    server.on('GET', '/api/admin/agent-config', () => answer({ error: 'down' }, 500));
    startPanel('agents');
    expect(await inPanel().findByText(/^Failed to load agent configuration/)).toBeInTheDocument();
    expect(inPanel().getByLabelText('Premium Only')).toBeChecked();
    expect(inPanel().getByRole('switch', { name: 'Agent mode' })).toBeChecked();
  });
});

describe('Freemium Trial', () => {
  const count = () => inPanel().findByLabelText('Messages per day');

  test('warns above 5', async () => {
    const { user } = startPanel('freemium');
    expect(await count()).toHaveAttribute('aria-valuemin', '1');
    expect(await count()).toHaveAttribute('aria-valuemax', '10');
    expect(inPanel().getByText(/recommended 3-5/)).toHaveTextContent('Set in the environment');
    await fill(user, 'Messages per day', '6');
    expect(inPanel().getByText(/More than 5 free messages/)).toBeInTheDocument();
  });

  test("saves, and tells the server's words when it cannot", async () => {
    server.on('POST', '/api/admin/freemium-config', () => answer({ error: 'No such model' }, 400));
    const { user } = startPanel('freemium');
    await user.click(await inPanel().findByRole('switch', { name: 'Agents in the trial' }));
    await user.type(reason(), 'Try agents');
    await user.click(saveButton());
    expect(await inPanel().findByText('Failed to save configuration: No such model')).toBeInTheDocument();
    expect(await saved('/api/admin/freemium-config')).toEqual({
      config: { ...someFreemium().config, freemiumAgentAccess: true },
      reason: 'Try agents',
      version: 3,
    });
  });
});

describe('File Storage', () => {
  test("takes a preset or a duration of one's own", async () => {
    server.on('PUT', '/api/admin/file-ttl-config', () => answer({ success: true, ...someTtl() }));
    const { user } = startPanel('file-storage');
    expect(await inPanel().findByText('3 days')).toBeInTheDocument();
    expect(inPanel().getByRole('group', { name: 'Presets' })).toHaveTextContent(
      '12 Hours1 Day3 Days7 Days30 Days90 Days',
    );
    await user.click(inPanel().getByRole('button', { name: '7 Days' }));
    expect(inPanel().getByText('7 days')).toBeInTheDocument();
    await user.click(inPanel().getByRole('button', { name: 'Apply' }));
    expect(inPanel().getByLabelText('Custom duration')).toHaveAccessibleDescription('Enter a number');
    await user.type(inPanel().getByLabelText('Custom duration'), '1.5');
    await user.selectOptions(inPanel().getByLabelText('Unit'), 'Days');
    await user.click(inPanel().getByRole('button', { name: 'Apply' }));
    expect(inPanel().getByText('36 hours')).toBeInTheDocument();
    await user.type(reason(), 'Shorter');
    await user.click(saveButton());
    expect(await saved('/api/admin/file-ttl-config', 'PUT')).toEqual({
      chatFiles: { ttlHours: 36 },
      reason: 'Shorter',
      version: 3,
    });
  });

  test('sets how much of chats each tier may keep, those who proved nothing apart', async () => {
    const { user } = startPanel('file-storage');
    await fill(user, 'Free, not verified: number of chats', '10');
    await fill(user, 'Premium: all chats in MB', '3000');
    await user.type(reason(), 'Room');
    await user.click(saveButton());
    await waitFor(() => expect(server.calls('PUT', '/api/admin/storage-limits')).toHaveLength(1));
    const { chats } = someStorage();
    expect(server.calls('PUT', '/api/admin/storage-limits')[0]?.body).toMatchObject({
      chats: {
        ...chats,
        unverified: { ...chats.unverified, maxChats: 10 },
        premium: { ...chats.premium, maxTotalMB: 3000 },
      },
      reason: 'Room',
    });
  });

  test('tells how many files wait to be embedded, and since when and why the service fails', async () => {
    const reason = 'The embedding service did not answer.';
    server.on('GET', '/api/admin/embedding-backlog', () =>
      answer({ pending: 5, failing: { files: 2, since: told.lastUpdated, reason } }),
    );
    startPanel('file-storage');
    const card = await inPanel().findByRole('region', { name: 'Embedding of files' });
    expect(await within(card).findByText('5 files wait.')).toBeInTheDocument();
    expect(card).toHaveTextContent(`The service has failed since Nov 20, 2026, 09:30: ${reason}`);
  });

  test('says what could not be loaded and what could not be saved', async () => {
    server
      .on('GET', '/api/admin/file-ttl-config', () => answer({ error: 'down' }, 500))
      .on('PUT', '/api/admin/storage-limits', () => answer({ error: 'no' }, 500));
    const { user } = startPanel('file-storage');
    expect(await inPanel().findByText('Failed to load file TTL configuration')).toBeInTheDocument();
    await fill(user, 'Free: number of files', '9');
    server.on('GET', '/api/admin/file-ttl-config', () => answer(someTtl()));
    await user.click(inPanel().getByRole('button', { name: 'Try again' }));
    await user.type(await inPanel().findByLabelText('Reason for changes'), 'Room');
    await user.click(saveButton());
    expect(await inPanel().findByText('Failed to save configuration')).toBeInTheDocument();
    server.on('PUT', '/api/admin/file-ttl-config', () => answer({ error: 'no' }, 500));
    await user.click(inPanel().getByRole('button', { name: '1 Day' }));
    await user.click(saveButton());
    expect(await inPanel().findByText('Failed to save file TTL configuration')).toBeInTheDocument();
  });
});

test('the history tells every version and brings one back', async () => {
  const entry = (version: number, restored: number | null = null) => ({
    version,
    by: 'u1',
    byName: 'Grace Hopper',
    at: told.lastUpdated,
    reason: `Why ${version}`,
    restored,
    changes: [{ path: ['features', 'graceMessages'], from: 1, to: version }],
  });
  server
    .on('GET', '/api/admin/config/rate-limits/versions', () => answer({ versions: [entry(3), entry(2, 0), entry(1)] }))
    .on('POST', '/api/admin/config/rate-limits/undo', () => answer({ success: true, version: 4 }));
  const { user } = startPanel('features');
  await user.click(await inPanel().findByRole('button', { name: 'History' }));
  const history = within(await screen.findByRole('dialog', { name: 'History' }));
  const entries = within(await history.findByRole('list', { name: 'Versions' }));
  expect(entries.getByText('Grace messages: 1 → 2')).toBeInTheDocument();
  expect(entries.getByText('As version 0')).toBeInTheDocument();
  expect(entries.queryByRole('button', { name: 'Go back to version 3' })).not.toBeInTheDocument();
  await user.click(entries.getByRole('button', { name: 'Go back to version 0' }));
  await user.click(entries.getByRole('button', { name: 'Bring it back' }));
  expect(entries.getByText('Please provide a reason for this change')).toBeInTheDocument();
  await user.type(entries.getByLabelText('Reason for going back to version 0'), 'A mistake');
  await user.click(entries.getByRole('button', { name: 'Bring it back' }));
  expect(await saved('/api/admin/config/rate-limits/undo')).toMatchObject({
    version: 0,
    current: 3,
    reason: 'A mistake',
  });
  expect(await inPanel().findByTestId('toast')).toHaveTextContent('Version 0 is back');
});
