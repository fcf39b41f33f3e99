import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { sidebarSet } from '../../../web/state/ui-slice.ts';
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

describe('a finger that pushes the sidebar back', () => {
  const touch = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] });
  const push = (target: Element, ...way: readonly (readonly [number, number])[]) => {
    fireEvent.touchStart(target, touch(200, 300));
    for (const [x, y] of way) fireEvent.touchMove(target, touch(x, y));
    fireEvent.touchEnd(target, { touches: [] });
  };
  const isOpen = () => !sidebar().hasAttribute('inert');
  const row = () => screen.findByTestId('chat-item');

  test('closes it, on the sidebar and beside it', async () => {
    const { store } = start();
    push(await row(), [180, 302], [150, 305], [140, 306]);
    expect(isOpen()).toBe(false);
    act(() => void store.dispatch(sidebarSet(true)));
    push(sidebar().nextElementSibling as Element, [120, 300]);
    expect(isOpen()).toBe(false);
  });

  test.each([
    ['a short way', [[170, 300]]],
    ['the other way', [[290, 300]]],
    ['down the list', [[140, 400]]],
  ] as const)('leaves it open after %s', async (_, way) => {
    start();
    push(await row(), ...way);
    expect(isOpen()).toBe(true);
  });

  test('moves what scrolls sideways, and the text of the search', async () => {
    start();
    const group = (await row()).closest('ul') as HTMLElement;
    Object.defineProperties(group, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    group.style.overflowX = 'auto';
    push(await row(), [100, 300]);
    push(screen.getByRole('searchbox'), [100, 300]);
    expect(isOpen()).toBe(true);
  });

  test('does nothing on a wide screen', async () => {
    media.set();
    start();
    push(await row(), [100, 300]);
    expect(isOpen()).toBe(true);
  });
});

test('a row has one menu on touch, with everything that can be done with the chat', async () => {
  media.set('767px', 'hover: none');
  const { user } = start();
  const more = await screen.findByRole('button', { name: 'More for Bread' });
  const row = within(more.closest('li') as HTMLElement);
  expect(row.getAllByRole('button')).toEqual([more]);
  await user.click(more);
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Rename conversation',
    'Pin',
    'Archive',
    'Share…',
    'Export as Markdown',
    'Export as JSON',
    'Print or save as PDF',
    'Delete conversation',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Rename conversation' }));
  expect(screen.getByRole('textbox', { name: 'Conversation title' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More for Bread' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete conversation' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Bread');
});

test('the menu behind the name leads to the settings, and out', async () => {
  media.set();
  const { user, page } = start();
  const name = await screen.findByRole('button', { name: /^Ada/ });
  await user.click(name);
  await user.click(screen.getByRole('menuitem', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Settings' });
  await user.keyboard('{Escape}');
  await user.click(name);
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(page.reloads).toBe(1));
  expect(localStorage).toHaveLength(0);
});
