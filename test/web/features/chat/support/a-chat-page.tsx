import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';

import type { Message } from '../../../../../src/contract/common.ts';
import { BrowserEnvContext, browserEnv } from '../../../../../web/lib/browser-env.ts';
import { Composer } from '../../../../../web/features/chat/composer/composer.tsx';
import { useQueuedSend } from '../../../../../web/features/chat/composer/use-queued-send.ts';
import { Conversation } from '../../../../../web/features/chat/conversation/conversation.tsx';
import { ReplyClient } from '../../../../../web/features/chat/engine/reply-client.ts';
import { useChat } from '../../../../../web/features/chat/conversation/use-chat.ts';
import { chatSelected } from '../../../../../web/state/chat-slice.ts';
import { tokenSet } from '../../../../../web/state/session-slice.ts';
import { createStore, useAppSelector } from '../../../../../web/state/store.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { NO_CHECKS } from '../../../support/state-checks.ts';
import { FakeLines, FakeNetwork, instantPace, settle } from './line.ts';

const CHAT = 'c'.repeat(21);

const Page = ({ client }: { readonly client: ReplyClient }) => {
  const chat = useChat({ chatId: useAppSelector((state) => state.chat.currentChatId), client });
  const queue = useQueuedSend({ chat, draftKey: 'x', sendNow: chat.send });
  return (
    <>
      <h1>{chat.title}</h1>
      {chat.isLoading && <p>Loading</p>}
      {chat.loadError && <p role="alert">{chat.loadError.message}</p>}
      <Conversation
        {...chat}
        onRetry={chat.retry}
        onEdit={chat.edit}
        onRegenerate={chat.regenerate}
        onSelectVersion={chat.selectVersion}
        onContinue={chat.goOn}
        onStopReply={chat.stopReply}
        onPlans={() => undefined}
      />
      <Composer
        value={chat.draft}
        onChange={chat.setDraft}
        onSend={queue.send}
        onStop={chat.stop}
        isStreaming={chat.isStreaming}
        pending={queue.waitsFor && { text: `Waits for ${queue.waitsFor}`, onCancel: queue.cancel }}
      />
    </>
  );
};

/** A chat as the server stores it. */
export const storedChat = (
  messages: readonly Message[],
  of: Record<string, unknown> = {},
): Record<string, unknown> => ({
  id: CHAT,
  title: 'New Chat',
  messages,
  otherVersions: [],
  leafId: messages.at(-1)?.id ?? null,
  createdAt: '2026-11-21T14:00:00.000Z',
  updatedAt: '2026-11-21T14:00:00.000Z',
  lastUpdated: '2026-11-21T14:00:00.000Z',
  gptType: 'default',
  toolServers: [],
  pinnedAt: null,
  archived: false,
  sources: [],
  images: [],
  relatedQuestions: [],
  ...of,
});

/** The chat screen of somebody signed in, its server played by the test: `api` for calls, `lines` for streams. */
export const aChatPage = async ({
  chat,
  selected = chat !== undefined,
  status = 404,
}: { chat?: Record<string, unknown>; selected?: boolean; /** Where there is no chat. */ status?: number } = {}) => {
  localStorage.clear();
  const lines = new FakeLines();
  const network = new FakeNetwork();
  const held: { chat: Record<string, unknown> | undefined } = { chat };
  const api = new FakeServer()
    .on('GET', '/api/progress/chat/*', () =>
      held.chat ? answer(held.chat) : answer({ error: 'Chat not found' }, status),
    )
    .on('POST', '/api/progress/chat', ({ body }) =>
      answer({ success: true, chat: { id: body['chatId'], title: 'x', updatedAt: '', lastUpdated: '' } }),
    )
    .install();
  const { store } = createStore(new Date(), NO_CHECKS);
  store.dispatch(tokenSet('t1'));
  if (selected) store.dispatch(chatSelected(CHAT));
  const client = new ReplyClient({ headers: () => ({}), fetch: lines.fetch, network, typewriterEnv: instantPace() });
  const clock = { now: new Date('2026-11-21T14:00:00.000Z') };
  const view = render(
    <BrowserEnvContext value={{ ...browserEnv, now: () => clock.now }}>
      <Provider store={store}>
        <Page client={client} />
      </Provider>
    </BrowserEnvContext>,
  );
  const passTime = (ms: number): void => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  const calm = (): Promise<void> =>
    act(async () => {
      await settle();
    });
  await calm();
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  await calm();
  return { api, lines, network, store, client, view, calm, held, passTime };
};
