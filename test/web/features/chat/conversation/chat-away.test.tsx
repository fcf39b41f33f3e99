import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';

import { aChatPage, storedChat } from '../support/a-chat-page.tsx';
import { aMessage } from '../support/a-turn.ts';

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
});

const wait = (): Promise<void> => act(() => jest.advanceTimersByTimeAsync(10_000));

const load = async (status: number) => {
  const page = await aChatPage({ selected: true, status });
  expect(screen.getByRole('alert')).toHaveTextContent('Chat not found');
  page.held.chat = storedChat([aMessage('q1', 'First question')]);
  await wait();
  await page.calm();
};

test('a chat that could not be loaded because the server was away is there when the server is back', async () => {
  await load(503);
  expect(screen.getByTestId('message-user')).toHaveTextContent('First question');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a chat that the server does not know is not asked for again', async () => {
  await load(404);
  expect(screen.queryByTestId('message-user')).toBeNull();
});
