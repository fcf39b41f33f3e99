import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';

import { formatUpcoming } from '../../../web/lib/format-date.ts';
import { someUsage } from '../support/billing.ts';
import { aUser, NOW } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, openSettings, signedIn, startApp, FakePage } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const OPEN = { 'ui-storage': { sidebarOpen: true } };
const asked = () => server.calls('GET', '/api/ai/usage').length;
const RESET = formatUpcoming('2026-11-22T00:00:00.000Z', NOW) ?? '';
const unlimited = () =>
  someUsage({
    tier: 'basic',
    daily: { used: 40, limit: -1, resetsAt: '2026-11-22T00:00:00.000Z' },
    moonshotDaily: { used: 9, limit: -1 },
    chats: { count: { used: 3, limit: -1 }, bytes: { used: 9, limit: -1 }, maxChatBytes: -1, unusedDays: 0 },
  });

test('a limited account sees quietly how much of the day is used, and when the count starts again', async () => {
  startApp({ stored: { ...signedIn(), ...OPEN } });
  expect(await screen.findByText('12 of 30 today')).toBeInTheDocument();
  const meter = screen.getByRole('meter', { name: 'Messages today' });
  expect(meter).toHaveAttribute('aria-valuenow', '12');
  expect(meter).toHaveAttribute('aria-valuemax', '30');
  expect(screen.getByRole('button', { name: 'Settings' })).toHaveAttribute(
    'title',
    `12 of 30 messages used today. The count starts again ${RESET}.`,
  );
});

test('an account without a limit sees its plan and no numbers', async () => {
  const person = { tier: 'basic', subscription: 'basic' } as const;
  server
    .on('GET', '/api/auth/me', () => answer({ user: aUser(person) }))
    .on('GET', '/api/ai/usage', () => answer(unlimited()));
  startApp({ stored: { ...signedIn(person), ...OPEN } });
  await screen.findByText('Pro plan');
  await waitFor(() => expect(asked()).toBe(1));
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
  expect(screen.queryByText(/today/)).not.toBeInTheDocument();
});

test('a server that tells no usage takes nothing else away', async () => {
  server.on('GET', '/api/ai/usage', () => answer({ error: 'x' }, 500));
  startApp({ stored: { ...signedIn(), ...OPEN } });
  expect(await screen.findByText('Free plan')).toBeInTheDocument();
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
});

test('a visitor has no usage to ask for', async () => {
  startApp();
  await screen.findByPlaceholderText('Ask anything');
  expect(asked()).toBe(0);
});

test('each finished reply renews the numbers, once', async () => {
  server
    .on('POST', '/api/progress/chat', () =>
      answer({ success: true, chat: { id: 'x', title: 'Bread', updatedAt: 'x', lastUpdated: 'x' } }),
    )
    .on('POST', '/api/ai/groq', () => reply('Yeast.'));
  const { user } = startApp({ stored: { ...signedIn(), ...OPEN } });
  await screen.findByText('12 of 30 today');
  server.on('GET', '/api/ai/usage', () => answer(someUsage({ daily: { ...someUsage().daily, used: 13 } })));
  await user.type(screen.getByPlaceholderText('Ask anything'), 'Why?{Enter}');
  expect(await screen.findByText('13 of 30 today')).toBeInTheDocument();
  expect(asked()).toBe(2);
});

test('coming back to the page renews them, at most once a minute', async () => {
  startApp({ stored: { ...signedIn(), ...OPEN } });
  await screen.findByText('12 of 30 today');
  const focus = () =>
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
  focus();
  expect(asked()).toBe(1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  try {
    focus();
    await waitFor(() => expect(asked()).toBe(2));
  } finally {
    jest.restoreAllMocks();
  }
});

test('the turn of the day renews them on the open page', async () => {
  const resetsAt = '2026-11-22T00:00:00.000Z';
  const page = new FakePage(new Date(Date.parse(resetsAt) - 60_000));
  server.on('GET', '/api/ai/usage', () => answer(someUsage({ daily: { used: 30, limit: 30, resetsAt } })));
  startApp({ page, stored: { ...signedIn(), ...OPEN } });
  await screen.findByText('30 of 30 today');
  server.on('GET', '/api/ai/usage', () =>
    answer(someUsage({ daily: { used: 0, limit: 30, resetsAt: '2026-11-23T00:00:00.000Z' } })),
  );
  page.moveTo(new Date(Date.parse(resetsAt) + 60_000));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('0 of 30 today')).toBeInTheDocument();
  expect(asked()).toBe(2);
});

describe('the settings', () => {
  const usage = async () => {
    const { user } = startApp({ stored: { ...signedIn(), ...OPEN } });
    await openSettings(user, 'Account');
    return within(await screen.findByRole('region', { name: 'Usage' }));
  };

  test('say when unused chats are deleted, if ever', async () => {
    const chats = { ...someUsage().chats, unusedDays: 90 };
    server.on('GET', '/api/ai/usage', () => answer(someUsage({ chats })));
    expect((await usage()).getByText(/^Chats unused for 90 days are deleted/)).toBeInTheDocument();
  });

  test('tell each limit that holds', async () => {
    const section = await usage();
    expect(section.queryByText(/^Chats unused/)).not.toBeInTheDocument();
    expect(section.getByText('12 of 30')).toBeInTheDocument();
    expect(section.getByText('4 of 10')).toBeInTheDocument();
    expect(section.getAllByText(`Starts again ${RESET}`)).toHaveLength(2);
    expect(section.queryByText('Messages in total')).not.toBeInTheDocument();
    expect(section.getByText('12 of 500')).toBeInTheDocument();
    expect(section.getByText('3 of 50 MB')).toBeInTheDocument();
    expect(section.getByRole('meter', { name: 'Space for chats' })).toHaveAttribute('aria-valuenow', '3145728');
  });

  test('tell the total where there is one', async () => {
    server.on('GET', '/api/ai/usage', () => answer(someUsage({ lifetime: { used: 120, limit: 500 } })));
    expect((await usage()).getByText('120 of 500')).toBeInTheDocument();
  });

  test('tell the count where nothing limits it', async () => {
    server.on('GET', '/api/ai/usage', () => answer(unlimited()));
    const section = await usage();
    expect(section.getByText('40, no limit')).toBeInTheDocument();
    expect(section.queryByRole('meter')).not.toBeInTheDocument();
  });
});
