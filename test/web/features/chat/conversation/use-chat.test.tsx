import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { Message } from '../../../../../src/contract/common.ts';
import { NO_DETAILS } from '../../../../../src/shared/reply-details.ts';
import { api as calls } from '../../../../../web/lib/api.ts';
import { personalitySet } from '../../../../../web/state/chat-slice.ts';
import { aMessage } from '../support/a-turn.ts';
import { aChatPage, storedChat } from '../support/a-chat-page.tsx';
import {
  endFrame,
  eventFrame,
  metaFrame,
  relatedFrame,
  synthesisFrame,
  textFrame,
  titleFrame,
} from '../support/line.ts';

const box = (): HTMLElement => screen.getByPlaceholderText('Ask anything');
const ask = (text: string): Promise<void> => userEvent.type(box(), `${text}{Enter}`);
const questions = (): (string | null)[] =>
  screen.queryAllByTestId('message-user').map((turn) => turn.querySelector('.bubble')?.textContent ?? null);
const answers = (): HTMLElement[] => screen.queryAllByTestId('message-assistant');
const LATER = '2026-11-21T14:00:02.000Z';
const TALK = [
  aMessage('q1', 'First question', { timestamp: '2026-11-21T14:00:00.000Z' }),
  aMessage('a1', 'First answer', { parentId: 'q1', timestamp: '2026-11-21T14:00:01.000Z' }),
];

test('the first message begins a chat: shown at once, answered live, titled and told to the list', async () => {
  const { api, lines, store, held, calm } = await aChatPage();
  await ask('How do tides work?');
  expect(questions()).toEqual(['How do tides work?']);
  expect(screen.getByTestId('stream-status')).toBeInTheDocument();
  expect(box()).toHaveValue('');
  const chatId = store.getState().chat.currentChatId;
  expect(chatId).toMatch(/^[\w-]{21}$/);
  expect(lines.last.body).toMatchObject({
    chatId,
    parentId: null,
    model: 'moonshotai/kimi-k2-instruct',
    temperature: 0.6,
    max_completion_tokens: 1024,
    top_p: 1,
    stream: true,
    personality: 'default',
    agentMode: false,
    messages: [{ role: 'user', content: 'How do tides work?' }],
  });
  expect(store.getState().chat.isStreaming).toBe(true);
  expect(api.calls('GET', `/api/progress/chat/${chatId}`)).toEqual([]);

  held.chat = storedChat([], { id: chatId });
  lines.last.say(metaFrame(), textFrame(1, 'By the moon.'), endFrame(2, 'complete'));
  await calm();
  expect(answers()[0]).toHaveTextContent('By the moon.');
  expect(store.getState().chat).toMatchObject({ isStreaming: false, generatingTitles: [chatId] });
  expect(screen.getByRole('heading', { name: 'New Chat' })).toBeInTheDocument();

  lines.last.say(titleFrame(4, 'A fine title'));
  await calm();
  expect(screen.getByRole('heading', { name: 'A fine title' })).toBeInTheDocument();
  held.chat = storedChat([], { id: chatId, title: 'A fine title' });
  lines.last.hangUp();
  await calm();
  expect(screen.getByRole('heading', { name: 'A fine title' })).toBeInTheDocument();
  expect(store.getState().chat.generatingTitles).toEqual([]);
  // The server names the chat and stores the name: the page asks for nothing.
  expect(api.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a chat comes back with its personality, and what is chosen in it after that stays', async () => {
  const { lines, store, calm, api } = await aChatPage({ chat: storedChat(TALK, { gptType: 'tutor' }) });
  expect(store.getState().chat.currentPersonality).toBe('tutor');
  act(() => void store.dispatch(personalitySet('coder')));
  const looks = (): number => api.calls('GET', `/api/progress/chat/${'c'.repeat(21)}`).length;
  const before = looks();
  act(() => void store.dispatch(calls.util.invalidateTags(['Chat'])));
  await calm();
  expect(looks()).toBe(before + 1);
  await ask('More');
  expect(lines.last.body['personality']).toBe('coder');
});

test('a chat that has a title keeps it', async () => {
  const { lines, calm } = await aChatPage({ chat: storedChat(TALK, { title: 'Mine' }) });
  await ask('More');
  lines.last.say(metaFrame(), textFrame(1, 'Yes.'), endFrame(2, 'complete'), titleFrame(4, 'Another'));
  await calm();
  expect(screen.getByRole('heading', { name: 'Mine' })).toBeInTheDocument();
});

test('a follow-up follows the last turn and tells the model what was said', async () => {
  const { lines } = await aChatPage({ chat: storedChat(TALK) });
  expect(questions()).toEqual(['First question']);
  await ask('And then?');
  expect(lines.last.body).toMatchObject({
    parentId: 'a1',
    mustExist: true,
    messages: [
      { role: 'user', content: 'First question' },
      { role: 'assistant', content: 'First answer' },
      { role: 'user', content: 'And then?' },
    ],
  });
});

test('when the chat cannot be loaded a message goes ahead with empty history', async () => {
  const { lines, api } = await aChatPage({ selected: true });
  expect(screen.getByRole('alert')).toHaveTextContent('Chat not found');
  api.on('GET', '/api/progress/chat/*', () => new Response('{"error":"x"}', { status: 500 }));
  await ask('Anyway');
  expect(lines.last.body['messages']).toEqual([{ role: 'user', content: 'Anyway' }]);
  expect(lines.last.body).not.toHaveProperty('parentId');
});

test('the daily limit is told with its number, keeps the text, and offers the upgrade a second later', async () => {
  const { lines, store, calm } = await aChatPage();
  await ask('One too many');
  lines.last.refuse(429, { error: 'limit', code: 'USAGE_LIMIT_EXCEEDED', limit: 30, used: 30 });
  await calm();
  expect(screen.getByTestId('message-error')).toHaveTextContent(
    'Daily message limit reached (30 messages)! Upgrade to continue chatting with unlimited access.',
  );
  expect(questions()).toEqual(['One too many']);
  expect(store.getState().ui.subscriptionModalOpen).toBe(false);
  await waitFor(() => expect(store.getState().ui.subscriptionModalOpen).toBe(true));
});

test.each([
  [
    { error: 'x', code: 'EMAIL_VERIFICATION_REQUIRED' },
    403,
    'Please verify your email to continue using the free tier. Check your inbox!',
  ],
  [{ error: 'x', code: 'API_QUOTA_EXCEEDED' }, 503, 'AI service quota exceeded. Please try again later.'],
  [
    { error: 'plain', code: 'USAGE_LIMIT_EXCEEDED', message: 'The server knows better.' },
    403,
    'The server knows better.',
  ],
  [{ error: 'Only this' }, 400, 'Only this'],
  [{ error: 'limit' }, 429, 'Daily message limit reached! Upgrade to continue chatting with unlimited access.'],
])('a refusal %j shows its text', async (body, status, text) => {
  const { lines, calm } = await aChatPage();
  await ask('Hello');
  lines.last.refuse(status, body);
  await calm();
  expect(screen.getByTestId('message-error').querySelector('p')).toHaveTextContent(text);
  const tracked: unknown = Reflect.get(window, 'dataLayer');
  expect(tracked).toContainEqual({ event: 'error', code: 'code' in body ? body.code : String(status) });
});

test('a refused message is sent again by Retry, once, with a reply of its own', async () => {
  const { lines, calm } = await aChatPage();
  await ask('Hello');
  const first = lines.last.body;
  lines.last.refuse(403, { error: 'x', code: 'EMAIL_VERIFICATION_REQUIRED' });
  await calm();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(lines.last.body).toMatchObject({ messageId: first['messageId'], parentId: null, chatId: first['chatId'] });
  expect(lines.last.body['replyMessageId']).not.toBe(first['replyMessageId']);
  lines.last.say(metaFrame(), textFrame(1, 'Hi.'), endFrame(2, 'complete'));
  await calm();
  expect(questions()).toEqual(['Hello']);
  expect(answers()).toHaveLength(1);
  expect(screen.queryByTestId('message-error')).toBeNull();
});

test('a message after a refused one does not follow what the server never got', async () => {
  const { lines, calm } = await aChatPage({ chat: storedChat(TALK) });
  await ask('Refused');
  lines.last.refuse(429, { error: 'limit', limit: 30 });
  await calm();
  await ask('Next');
  expect(lines.last.body).toMatchObject({ parentId: 'a1' });
});

test('a session that is over keeps the question for the next sign-in', async () => {
  const { lines, store, calm } = await aChatPage();
  await ask('Remember me');
  lines.last.refuse(401, { error: 'Not authenticated', code: 'UNAUTHORIZED' });
  await calm();
  expect(store.getState().ui).toMatchObject({ pendingMessage: 'Remember me', authModalOpen: true });
  expect(store.getState().session.token).toBeNull();
});

test('a failure in the middle keeps the text and answers a retry with a new version', async () => {
  const { lines, calm } = await aChatPage();
  await ask('Hello');
  const first = lines.last.body;
  lines.last.say(
    metaFrame(),
    textFrame(1, 'Half of it'),
    eventFrame(2, 'error', { error: 'x', code: 'AI_SERVICE_TIMEOUT' }),
    endFrame(3, 'error'),
  );
  await calm();
  expect(answers()[0]).toHaveTextContent('Half of it');
  expect(screen.getByTestId('message-error')).toHaveTextContent('AI service took too long to respond.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(lines.last.body['messageId']).toBe(first['messageId']);
  expect(lines.last.body['replyMessageId']).not.toBe(first['replyMessageId']);
  lines.last.say(metaFrame('r2'), textFrame(1, 'All of it.'), endFrame(2, 'complete'));
  await calm();
  expect(screen.getByLabelText('Version 2 of 2')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }));
  expect(answers()[0]).toHaveTextContent('Half of it');
});

test('a reply that was cut at its length limit goes on when asked to, and the draft stays', async () => {
  const { lines, calm } = await aChatPage();
  await ask('Everything');
  lines.last.say(
    metaFrame(),
    textFrame(1, 'A lot'),
    eventFrame(2, 'error', { error: 'cut', code: 'MODEL_CONFIG_ERROR' }),
    endFrame(3, 'complete'),
  );
  await calm();
  expect(screen.queryByTestId('message-error')).toBeNull();
  await userEvent.type(box(), 'my draft');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(lines.last.body['messages']).toMatchObject([
    { content: 'Everything' },
    { content: 'A lot' },
    { content: 'Continue' },
  ]);
  expect(box()).toHaveValue('my draft');
});

test('Stop ends the reply and keeps its text; a double click on Send is no Stop; it can go on', async () => {
  const { lines, calm, passTime } = await aChatPage();
  await userEvent.type(box(), 'Tell me everything');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
  const line = lines.last;
  line.say(metaFrame(), textFrame(1, 'Everything begins'));
  await calm();
  passTime(599);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await calm();
  expect(lines.lines).toHaveLength(1);
  passTime(1);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await calm();
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r1/stop');
  lines.last.accept();
  line.say(endFrame(2, 'stopped'));
  await calm();
  expect(answers()[0]).toHaveTextContent('Everything begins');
  expect(answers()[0]).toHaveTextContent('Stopped');
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(lines.last.body['messages']).toMatchObject([
    { content: 'Tell me everything' },
    { content: 'Everything begins' },
    { content: 'Continue' },
  ]);
});

describe('a message that is sent while a reply is written', () => {
  const begin = async () => {
    const page = await aChatPage();
    await ask('First');
    const line = page.lines.last;
    line.say(metaFrame(), textFrame(1, 'One'));
    await page.calm();
    await ask('Second');
    await ask('{Enter}');
    expect(page.lines.lines).toHaveLength(1);
    expect(screen.getByText('Waits for reply')).toBeInTheDocument();
    return { ...page, line };
  };

  test('waits in the box for its end and goes out once, with the reply before it', async () => {
    const { line, lines, calm } = await begin();
    line.say(endFrame(2, 'complete'));
    await calm();
    expect(questions()).toEqual(['First', 'Second']);
    expect(lines.lines.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(lines.last.body['messages']).toMatchObject([
      { content: 'First' },
      { content: 'One' },
      { content: 'Second' },
    ]);
    expect(box()).toHaveValue('');
  });

  test('waits for the end of what an input method composes as well, and goes out with its text', async () => {
    const { line, lines, calm } = await begin();
    fireEvent.compositionStart(box());
    fireEvent.change(box(), { target: { value: 'Second しつもん' } });
    line.say(endFrame(2, 'complete'));
    await calm();
    expect(lines.lines).toHaveLength(1);
    expect(screen.getByText('Waits for reply')).toBeInTheDocument();
    // In Firefox the text comes after the end of the composition.
    fireEvent.compositionEnd(box());
    fireEvent.change(box(), { target: { value: 'Second 質問' } });
    await waitFor(() => expect(questions()).toEqual(['First', 'Second 質問']));
    expect(box()).toHaveValue('');
  });

  test('stays in the box when its writer changes their mind', async () => {
    const { line, lines, calm } = await begin();
    await userEvent.click(screen.getByRole('button', { name: 'Don’t send yet' }));
    line.say(endFrame(2, 'complete'));
    await calm();
    expect(lines.lines).toHaveLength(1);
    expect(box()).toHaveValue('Second');
  });

  test('stays in the box when the reply fails', async () => {
    const { line, lines, calm } = await begin();
    line.say(eventFrame(2, 'error', { error: 'x', code: 'AI_SERVICE_TIMEOUT' }), endFrame(3, 'error'));
    await calm();
    expect(lines.lines).toHaveLength(1);
    expect(box()).toHaveValue('Second');
    expect(screen.queryByText('Waits for reply')).toBeNull();
  });
});

test('an edited question is a new version beside the old one, and both can be read', async () => {
  const { api, lines, calm } = await aChatPage({ chat: storedChat(TALK) });
  await userEvent.click(within(screen.getByTestId('message-user')).getByRole('button', { name: 'Edit' }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Edit message' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit message' }), 'Second thought');
  await userEvent.click(screen.getByRole('button', { name: 'Save & send' }));
  expect(lines.last.body).toMatchObject({ parentId: null, messages: [{ role: 'user', content: 'Second thought' }] });
  expect(lines.last.body['messageId']).not.toBe('q1');
  lines.last.say(metaFrame(), textFrame(1, 'Other answer'), endFrame(2, 'complete'));
  await calm();
  expect(questions()).toEqual(['Second thought']);
  await userEvent.click(screen.getByRole('button', { name: 'Previous version' }));
  expect(questions()).toEqual(['First question']);
  expect(answers()[0]).toHaveTextContent('First answer');
  expect(api.calls('POST', '/api/progress/chat').at(-1)?.body).toMatchObject({ chat: { leafId: 'a1' } });
});

test('regenerating asks the same question for another version', async () => {
  const { lines, calm } = await aChatPage({ chat: storedChat(TALK) });
  await userEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
  expect(lines.last.body).toMatchObject({
    messageId: 'q1',
    parentId: null,
    messages: [{ role: 'user', content: 'First question' }],
  });
  lines.last.say(metaFrame(), textFrame(1, 'Better answer'), endFrame(2, 'complete'));
  await calm();
  expect(questions()).toEqual(['First question']);
  expect(answers()[0]).toHaveTextContent('Better answer');
  expect(screen.getByLabelText('Version 2 of 2')).toBeInTheDocument();
});

const RUNNING = [
  TALK[0],
  aMessage('a1', 'Half', { parentId: 'q1', status: 'streaming', replyId: 'r5', timestamp: '2026-11-21T14:00:01.000Z' }),
].flatMap((turn) => turn ?? []);

test('a chat that is opened while its reply is written shows it live to its end', async () => {
  const { lines, calm } = await aChatPage({ chat: storedChat(RUNNING, { title: 'Named' }) });
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r5/stream');
  expect(answers()[0]).toHaveTextContent('Half');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
  lines.last.say(metaFrame('r5'), textFrame(1, 'Half'), textFrame(2, ' and whole.'), endFrame(3, 'complete'));
  await calm();
  expect(answers()[0]).toHaveTextContent('Half and whole.');
  expect(lines.lines).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
});

const SOURCE = { id: 's1', title: 'Tides', url: 'https://tides.example', snippet: 'The moon.' };
const evidence = (): HTMLElement | null => screen.queryByRole('list', { name: 'Sources' });
const marks = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^Source 1/ });

/** A search as its answer stands, its stream still open. */
const aSearch = async () => {
  const page = await aChatPage({ chat: storedChat(TALK, { title: 'Named' }) });
  await ask('Why are there tides?');
  const line = page.lines.last;
  line.say(
    metaFrame(),
    eventFrame(1, 'sources', { sources: [SOURCE] }),
    textFrame(2, 'The moon pulls [1].'),
    endFrame(3, 'complete'),
  );
  await page.calm();
  return { ...page, line };
};

test('a search’s sources and marks stay while more follows its answer, after that, and after a reload', async () => {
  const { line, held, store, calm } = await aSearch();
  expect(evidence()).toBeInTheDocument();
  line.say(relatedFrame(5, 'And on Mars?'), synthesisFrame(6, 'In all: '), synthesisFrame(7, 'the moon [1].'));
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all: the moon');
  expect(answers()).toHaveLength(2);
  expect(evidence()).toBeInTheDocument();

  const asked = line.body as Record<string, string>;
  const details = {
    ...NO_DETAILS,
    sources: [SOURCE],
    relatedQuestions: [{ id: 'n1', text: 'And on Mars?', category: 'deeper' }],
    synthesis: 'In all: the moon [1].',
  };
  held.chat = storedChat(
    [
      ...TALK,
      aMessage(asked['messageId'] ?? '', 'Why are there tides?', { role: 'user', parentId: 'a1', timestamp: LATER }),
      aMessage(asked['replyMessageId'] ?? '', 'The moon pulls [1].', {
        parentId: asked['messageId'] ?? '',
        timestamp: LATER,
        details: details as Message['details'],
      }),
    ],
    { title: 'Named' },
  );
  line.hangUp();
  await calm();
  for (const look of ['when all has come', 'as the server has stored it']) {
    expect([look, evidence()]).toEqual([look, expect.anything()]);
    expect([look, marks().length]).toEqual([look, 2]);
    expect(screen.getByTestId('synthesis')).toHaveTextContent('In all: the moon');
    act(() => {
      store.dispatch(calls.util.invalidateTags(['Chat']));
    });
    await calm();
  }
  expect(answers()).toHaveLength(2);
});

test('the next question is asked while more follows the answer before it', async () => {
  const { line, lines, calm } = await aSearch();
  line.say(synthesisFrame(5, 'In all'));
  await calm();
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  await ask('And on Mars?');
  lines.last.say(metaFrame('r2'), textFrame(1, 'No moon to speak of.'));
  line.say(synthesisFrame(6, ', the moon.'));
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, the moon.');
  expect(answers().at(-1)).toHaveTextContent('No moon to speak of.');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument();
});

test('a summary that is not wanted is skipped, and what came of it stays', async () => {
  const { line, lines, calm } = await aSearch();
  line.say(synthesisFrame(5, 'In all'));
  await calm();
  await userEvent.click(screen.getByRole('button', { name: 'Skip the summary' }));
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r1/stop');
  lines.last.accept();
  line.hangUp();
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all');
  expect(screen.queryByRole('button', { name: 'Skip the summary' })).toBeNull();
  expect(answers().at(-1)).not.toHaveTextContent('Stopped');
});

test('what follows an answer is taken up again after a broken line, and its loss is not worth a word', async () => {
  const { line, lines, network, calm } = await aSearch();
  line.say(synthesisFrame(5, 'In all'));
  line.cut();
  await act(() => network.wait());
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r1/stream');
  expect(lines.last.headers.get('last-event-id')).toBe('5');
  lines.last.say(synthesisFrame(6, ', the moon.'));
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, the moon.');
  for (let tries = 0; tries < 11; tries += 1) {
    lines.last.cut();
    lines.last.drop();
    await act(() => network.wait());
  }
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, the moon.');
  expect(screen.queryByTestId('message-error')).toBeNull();
  expect(evidence()).toBeInTheDocument();
});

test('a chat that is opened while more follows an answer shows that too, beside the answer that stands', async () => {
  const { lines, held, calm } = await aChatPage({
    chat: storedChat(
      [
        ...TALK.slice(0, 1),
        aMessage('a1', 'The moon pulls [1].', {
          parentId: 'q1',
          followUps: 'running',
          replyId: 'r5',
          timestamp: '2026-11-21T14:00:01.000Z',
          details: { ...NO_DETAILS, sources: [SOURCE] },
        }),
      ],
      { title: 'Named' },
    ),
  });
  expect(lines.last.url.pathname).toBe('/api/ai/replies/r5/stream');
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  expect(answers()[0]).not.toHaveAttribute('aria-busy');
  lines.last.say(metaFrame('r5'), eventFrame(1, 'sources', { sources: [SOURCE] }), textFrame(2, 'The moon'));
  await calm();
  expect(answers()[0]).toHaveTextContent('The moon pulls');
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  lines.last.say(textFrame(3, ' pulls [1].'), endFrame(4, 'complete'), synthesisFrame(6, 'In all, the moon.'));
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, the moon.');
  expect(answers()[0]).toHaveTextContent('The moon pulls');
  expect(evidence()).toBeInTheDocument();
  lines.last.hangUp();
  await calm();
  expect(screen.getByTestId('synthesis')).toHaveTextContent('In all, the moon.');
  // The server's copy is still an older one: nobody asks for its stream once more.
  expect(held.chat).toBeDefined();
  expect(lines.lines).toHaveLength(1);
});

test('every source that a mark can name is under the answer at once', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { lines, calm } = await aChatPage();
  await ask('What do my files say?');
  const file = (n: number) => ({ id: `f${n}`, title: `File ${n}`, url: `https://e.org/${n}`, snippet: '' });
  lines.last.say(
    metaFrame(),
    eventFrame(1, 'sources', { sources: Array.from({ length: 16 }, (_, at) => file(at + 1)) }),
    textFrame(2, 'It says so [16].'),
    endFrame(3, 'complete'),
  );
  await calm();
  await userEvent.click(screen.getByRole('button', { name: /^Source 16/ }));
  expect(screen.getByRole('link', { name: /File 16/ })).toHaveFocus();
});

test('leaving a chat stops nothing; coming back shows what came meanwhile', async () => {
  const { chatSelected } = await import('../../../../../web/state/chat-slice.ts');
  const { lines, store, calm } = await aChatPage();
  await ask('Long one');
  const chatId = store.getState().chat.currentChatId;
  lines.last.say(metaFrame(), textFrame(1, 'Begin'));
  await calm();
  act(() => {
    store.dispatch(chatSelected(null));
  });
  expect(questions()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  lines.lines[0]?.say(textFrame(2, ' and end.'), endFrame(3, 'complete'));
  await calm();
  act(() => {
    store.dispatch(chatSelected(chatId));
  });
  await waitFor(() => expect(answers()[0]).toHaveTextContent('Begin and end.'));
});

test('drafts belong to their chats', async () => {
  const { chatSelected } = await import('../../../../../web/state/chat-slice.ts');
  const { store } = await aChatPage({ chat: storedChat(TALK) });
  await userEvent.type(box(), 'For this chat');
  act(() => {
    store.dispatch(chatSelected(null));
  });
  expect(box()).toHaveValue('');
  act(() => {
    store.dispatch(chatSelected('c'.repeat(21)));
  });
  expect(box()).toHaveValue('For this chat');
});

test('a message whose line was lost for good is asked for again under the same ids', async () => {
  const { lines, network, calm } = await aChatPage();
  await ask('Hello');
  const first = lines.last.body;
  for (let tries = 0; tries < 11; tries += 1) {
    lines.last.drop();
    await act(() => network.wait());
  }
  await calm();
  expect(screen.getByTestId('message-error')).toHaveTextContent('The server could not be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(lines.last.body).toMatchObject({ messageId: first['messageId'], replyMessageId: first['replyMessageId'] });
});

test('an answer whose line is lost midway is told as an error', async () => {
  Reflect.deleteProperty(window, 'dataLayer');
  const { lines, network, calm } = await aChatPage();
  await ask('Hello');
  lines.last.say(metaFrame(), textFrame(1, 'Half '));
  await calm();
  for (let tries = 0; tries < 12; tries += 1) {
    lines.last.cut();
    lines.last.drop();
    await act(() => network.wait());
  }
  await calm();
  const tracked: unknown = Reflect.get(window, 'dataLayer');
  expect(tracked).toContainEqual({ event: 'error', code: 'CONNECTION_LOST' });
});

test('what was shown beyond the server’s copy of an interrupted reply is given back until it succeeds', async () => {
  const { api, lines, held, store, calm } = await aChatPage({ chat: storedChat(TALK) });
  api.on('POST', '/api/progress/chat', () => new Response('{"error":"x"}', { status: 503 }));
  await ask('And then?');
  const { messageId, replyMessageId } = lines.last.body as Record<string, string>;
  lines.last.say(
    metaFrame(),
    textFrame(1, 'Half '),
    textFrame(2, 'a thought'),
    eventFrame(3, 'error', { error: 'x', code: 'INTERNAL_ERROR' }),
    endFrame(4, 'interrupted'),
  );
  await calm();
  const brought = () =>
    api.calls('POST', '/api/progress/chat').filter(({ body }) => JSON.stringify(body).includes('Half a thought'));
  expect(brought()).toHaveLength(1);
  const copy = (content: string) =>
    storedChat([
      ...TALK,
      aMessage(messageId ?? '', 'And then?', { parentId: 'a1', timestamp: '2026-11-21T14:00:02.000Z' }),
      aMessage(replyMessageId ?? '', content, {
        parentId: messageId ?? '',
        status: 'interrupted',
        replyId: 'r1',
        timestamp: '2026-11-21T14:00:03.000Z',
      }),
    ]);
  const look = async (content: string) => {
    held.chat = copy(content);
    act(() => {
      store.dispatch(calls.util.invalidateTags(['Chat']));
    });
    await calm();
  };
  await look('Half ');
  await waitFor(() => expect(brought()).toHaveLength(2));
  expect(brought()[1]?.body).toMatchObject({
    chat: { messages: [{ id: replyMessageId, role: 'assistant', content: 'Half a thought' }] },
  });
  expect(answers().at(-1)).toHaveTextContent('Half a thought');
  await look('Half a thought');
  expect(answers().at(-1)).toHaveTextContent('Half a thought');
  expect(brought()).toHaveLength(2);
});
