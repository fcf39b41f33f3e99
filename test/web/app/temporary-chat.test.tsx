import { screen, waitFor } from '@testing-library/react';

import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

const NOTE = { name: 'Temporary chat' };

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

test('a temporary chat is chosen on the empty page, says what it is, and is named in each question', async () => {
  server.on('POST', '/api/ai/groq', () => reply('Fine.'));
  const { user } = startApp({ stored: signedIn() });
  const choice = await screen.findByRole('button', NOTE);
  expect(choice).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByRole('note', NOTE)).not.toBeInTheDocument();
  await user.click(choice);
  expect(choice).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('note', NOTE)).toHaveTextContent('Deleted 24 hours after the last message.');
  await user.type(screen.getByPlaceholderText('Ask anything'), 'Between us{Enter}');
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('Fine.'));
  expect(screen.getByRole('note', NOTE)).toBeInTheDocument();
  await user.type(screen.getByPlaceholderText('Ask anything'), 'And more{Enter}');
  await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(2));
  for (const { body } of server.calls('POST', '/api/ai/groq')) expect(body).toMatchObject({ temporary: true });
});

test('chosen again, or left for another chat, the next chat is an ordinary one', async () => {
  server.on('POST', '/api/ai/groq', () => reply('Fine.'));
  const { user } = startApp({ stored: signedIn() });
  await user.click(await screen.findByRole('button', NOTE));
  await user.click(screen.getByRole('button', NOTE));
  expect(screen.queryByRole('note', NOTE)).not.toBeInTheDocument();
  await user.type(screen.getByPlaceholderText('Ask anything'), 'For all{Enter}');
  await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1));
  expect(server.calls('POST', '/api/ai/groq')[0]?.body).not.toHaveProperty('temporary');
});

test('the keys begin one from anywhere', async () => {
  const { user } = startApp({ stored: signedIn() });
  await screen.findByPlaceholderText('Ask anything');
  await user.keyboard('{Control>}{Shift>}y{/Shift}{/Control}');
  expect(await screen.findByRole('note', NOTE)).toBeInTheDocument();
});

describe('one that is opened again', () => {
  const chat = aChat('Secret');
  const open = (messages = [aMessage('user', 'Psst')]) => {
    server.on('GET', `/api/progress/chat/${chat.id}`, () =>
      answer({ ...anOpenChat(chat, messages), expiresAt: '2026-11-22T12:00:00.000Z' }),
    );
    return startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: chat.id } } });
  };

  test('is still marked after a reload, and cannot be shared', async () => {
    const { user } = open();
    expect(await screen.findByRole('note', NOTE)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More for Secret' }));
    expect(await screen.findByRole('menuitem', { name: 'Export as Markdown' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Share…' })).not.toBeInTheDocument();
  });

  test('shares none of its answers either', async () => {
    const details = { ...NO_DETAILS, sources: [{ id: 's1', url: 'https://a.example/', title: 'A', snippet: '' }] };
    const messages = [
      aMessage('user', 'Psst', { id: 'q1' }),
      aMessage('assistant', 'So [1].', { id: 'a1', parentId: 'q1', details }),
    ];
    const { user } = open(messages);
    await user.click(await screen.findByRole('button', { name: 'Open in document view' }));
    expect(await screen.findByRole('button', { name: 'Copy as Markdown' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Share this answer' })).not.toBeInTheDocument();
  });

  test('is deleted at once when its person ends it', async () => {
    server.on('DELETE', `/api/progress/chat/${chat.id}`, () => answer({ success: true }));
    const { user, store } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete now' }));
    await waitFor(() => expect(store.getState().chat.currentChatId).toBeNull());
    expect(screen.queryByRole('note', NOTE)).not.toBeInTheDocument();
    expect(server.calls('DELETE', `/api/progress/chat/${chat.id}`)).toHaveLength(1);
  });

  test('stays, and says so, when it could not be deleted', async () => {
    server.on('DELETE', `/api/progress/chat/${chat.id}`, () => answer({ error: 'no' }, 500));
    const { user, store } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete now' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The chat could not be deleted.');
    expect(store.getState().chat.currentChatId).toBe(chat.id);
  });
});

describe('a chat that is deleted elsewhere while it is open here', () => {
  const chat = aChat('Bread');
  const path = `/api/progress/chat/${chat.id}`;
  const gone = () => answer({ error: 'Chat not found', code: 'CHAT_NOT_FOUND' }, 404);
  const question = aMessage('user', 'How long?');
  const saved = () => server.calls('POST', '/api/progress/chat').map(({ body }) => body);

  const sendAfterDeletion = async () => {
    server.on('GET', path, () =>
      answer(anOpenChat(chat, [question, aMessage('assistant', 'An hour.', { parentId: question.id })])),
    );
    const app = startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: chat.id } } });
    await screen.findByText('An hour.');
    server.on('GET', path, gone).on('POST', '/api/ai/groq', gone);
    await app.user.type(screen.getByPlaceholderText('Ask anything'), 'And how hot?{Enter}');
    return { ...app, keep: await screen.findByRole('button', { name: 'Keep as a new chat' }) };
  };

  test('is said to be, comes back by no save, and is kept as a new one with what was typed', async () => {
    const { user, keep, store } = await sendAfterDeletion();
    expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({ chatId: chat.id, mustExist: true });
    expect(screen.getByTestId('message-error')).toHaveTextContent('This chat was deleted.');
    expect(screen.getByText('It is only on this page now.', { exact: false })).toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Ask anything'), 'Half a thought');
    server.on('POST', '/api/progress/chat', () => answer({ error: 'The disk is full' }, 507));
    await user.click(keep);
    expect(await screen.findByText('It could not be kept. Please try again.')).toBeInTheDocument();
    server.on('POST', '/api/progress/chat', ({ body }) =>
      answer({ success: true, chat: { id: body['chatId'], title: 'Bread', updatedAt: '', lastUpdated: '' } }),
    );
    server.on('GET', '/api/progress/chat/*', () => answer(anOpenChat(chat, [question])));
    await user.click(keep);
    await waitFor(() => expect(store.getState().chat.currentChatId).not.toBe(chat.id));
    const kept = store.getState().chat.currentChatId;
    expect(saved().at(-1)).toMatchObject({
      chatId: kept,
      chat: { id: kept, title: 'Bread', messages: [{ content: 'How long?' }, { content: 'An hour.' }] },
    });
    expect(saved().at(-1)?.['chat']).not.toHaveProperty('mustExist');
    expect(screen.getByPlaceholderText('Ask anything')).toHaveValue('And how hot?\n\nHalf a thought');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep as a new chat' })).toBeNull());
  });
});
