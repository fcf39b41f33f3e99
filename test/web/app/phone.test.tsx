import { screen, waitFor } from '@testing-library/react';

import { aChat, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { fakeMedia } from '../support/media.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

const bread = aChat('Bread');
let server: FakeServer;
let media: ReturnType<typeof fakeMedia>;
beforeEach(() => {
  media = fakeMedia('767px');
  server = aServer()
    .on('GET', '/api/progress/chats', () => answer({ chats: [bread] }))
    .on('GET', `/api/progress/chat/${bread.id}`, () => answer(anOpenChat(bread)));
});
afterEach(() => {
  server.restore();
  media.restore();
});

const start = () => startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
const sidebar = () => screen.getByRole('complementary', { hidden: true });

describe('on a phone the sidebar lies over the page, so it goes', () => {
  test('when a chat is chosen', async () => {
    const { user, store } = start();
    await user.click(await screen.findByTestId('chat-item'));
    expect(sidebar()).toHaveAttribute('inert');
    expect(store.getState().chat.currentChatId).toBe(bread.id);
  });

  test('when a new chat is begun, and the box is ready to write', async () => {
    const { user } = start();
    await screen.findByTestId('chat-item');
    await user.click(screen.getByRole('button', { name: 'New Chat' }));
    expect(sidebar()).toHaveAttribute('inert');
    expect(screen.getByPlaceholderText('Ask anything')).toHaveFocus();
  });

  test('when the settings open', async () => {
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    await screen.findByRole('dialog', { name: 'Settings' });
    expect(sidebar()).toHaveAttribute('inert');
  });

  test('when the page beside it is touched', async () => {
    const { user } = start();
    await screen.findByTestId('chat-item');
    await user.click(sidebar().nextElementSibling as Element);
    await waitFor(() => expect(sidebar()).toHaveAttribute('inert'));
  });
});

test('on a wide screen it stays when a chat is chosen', async () => {
  media.set();
  const { user } = start();
  await user.click(await screen.findByTestId('chat-item'));
  expect(sidebar()).not.toHaveAttribute('inert');
});
