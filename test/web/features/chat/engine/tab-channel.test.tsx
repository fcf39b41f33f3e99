import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aMessage } from '../support/a-turn.ts';
import { aChatPage, storedChat } from '../support/a-chat-page.tsx';
import { endFrame, metaFrame, synthesisFrame, textFrame, titleFrame } from '../support/line.ts';

/** The channel between the tabs of a browser, within this test's page. */
class FakeChannel {
  static all: FakeChannel[] = [];
  static sent: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    FakeChannel.sent.push(data);
    for (const other of FakeChannel.all) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    FakeChannel.all = FakeChannel.all.filter((other) => other !== this);
  }
  static hear(data: unknown): void {
    for (const channel of FakeChannel.all) channel.onmessage?.({ data });
  }
}

beforeEach(() => {
  FakeChannel.all = [];
  FakeChannel.sent = [];
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});

const CHAT = 'c'.repeat(21);
const QUESTION = aMessage('q1', 'Asked elsewhere', { timestamp: '2026-11-21T14:00:00.000Z' });
const REPLY = aMessage('a1', '', {
  parentId: 'q1',
  status: 'streaming',
  replyId: 'r5',
  timestamp: '2026-11-21T14:00:01.000Z',
});

test('a reply that another tab asks for is shown here as it is written, with what follows it', async () => {
  const { api, lines, held, calm } = await aChatPage({ chat: storedChat([]), selected: true });
  held.chat = storedChat([QUESTION, REPLY]);
  act(() => {
    FakeChannel.hear({ type: 'started', chatId: CHAT, from: 'other' });
  });
  await waitFor(() => expect(screen.getByTestId('message-user')).toHaveTextContent('Asked elsewhere'));
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r5/stream');
  lines.last.say(metaFrame('r5'), textFrame(1, 'Live here too.'));
  await calm();
  expect(screen.getByTestId('message-assistant')).toHaveTextContent('Live here too.');
  lines.last.say(endFrame(2, 'complete'), titleFrame(4, 'Here too'), synthesisFrame(5, 'In all, live.'));
  await calm();
  expect(screen.getByRole('heading', { name: 'Here too' })).toBeInTheDocument();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, live.');
  expect(api.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('other tabs are told when a reply starts and when the chat has changed; this one is not', async () => {
  const { api, lines, store, calm } = await aChatPage();
  await userEvent.type(screen.getByPlaceholderText('Ask anything'), 'Hello{Enter}');
  lines.last.say(metaFrame(), textFrame(1, 'Hi.'), endFrame(2, 'complete'));
  await calm();
  const chatId = store.getState().chat.currentChatId;
  expect(FakeChannel.sent).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'started', chatId }),
      expect.objectContaining({ type: 'changed', chatId }),
    ]),
  );
  expect(api.calls('GET', `/api/progress/chat/${chatId}`).length).toBeLessThanOrEqual(1);
});

test('a reply that another tab has seen to its end first ends here too', async () => {
  const { lines, held, calm } = await aChatPage({ chat: storedChat([QUESTION, REPLY]) });
  lines.last.say(metaFrame('r5'), textFrame(1, 'All of it.'));
  await calm();
  held.chat = storedChat([QUESTION, { ...REPLY, content: 'All of it.', status: 'complete' }]);
  act(() => {
    FakeChannel.hear({ type: 'changed', chatId: CHAT, from: 'other' });
  });
  await calm();
  lines.last.say(endFrame(2, 'complete'));
  await calm();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument());
  expect(screen.getByTestId('message-assistant')).not.toHaveAttribute('aria-busy');
  expect(lines.lines).toHaveLength(1);
});

test('what is no news is not heard', async () => {
  const { api } = await aChatPage({ chat: storedChat([QUESTION]) });
  const before = api.asked.length;
  act(() => {
    for (const odd of [
      null,
      7,
      {},
      { type: 'other', chatId: CHAT, from: 'x' },
      { type: 'changed', chatId: 7, from: 'x' },
    ])
      FakeChannel.hear(odd);
  });
  expect(api.asked).toHaveLength(before);
});

/** As Firefox does it where site data is blocked. */
class DeniedChannel {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}

test('where the browser denies the channel, a conversation is shown and goes on', async () => {
  Object.assign(globalThis, { BroadcastChannel: DeniedChannel });
  const { lines, calm } = await aChatPage({ chat: storedChat([QUESTION]) });
  await userEvent.type(screen.getByPlaceholderText('Ask anything'), 'Hello{Enter}');
  lines.last.say(metaFrame(), textFrame(1, 'Hi.'), endFrame(2, 'complete'));
  await calm();
  expect(screen.getByTestId('message-assistant')).toHaveTextContent('Hi.');
});
