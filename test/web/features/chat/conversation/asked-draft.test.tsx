import { act, screen, waitFor } from '@testing-library/react';

import { api as calls } from '../../../../../web/lib/api.ts';
import { askedDraftKey, draftSet } from '../../../../../web/state/chat-slice.ts';
import { aChatPage, storedChat } from '../support/a-chat-page.tsx';
import { aMessage } from '../support/a-turn.ts';

const CHAT = 'c'.repeat(21);
const TALK = [aMessage('q1', 'First question'), aMessage('a1', 'First answer', { parentId: 'q1' })];
const box = (): HTMLElement => screen.getByPlaceholderText('Ask anything');

test('a question in the box again leaves it when the server has it; what was typed after it stays', async () => {
  for (const [draft, rest] of [
    ['First question', ''],
    ['First question\n\nand more', 'and more'],
    ['another text', 'another text'],
  ] as const) {
    const { store, view, calm, held } = await aChatPage({ chat: storedChat([]) });
    act(() => {
      store.dispatch(draftSet({ key: CHAT, text: draft }));
      store.dispatch(draftSet({ key: askedDraftKey(CHAT), text: 'q1' }));
    });
    await calm();
    expect(box()).toHaveValue(draft);
    held.chat = storedChat(TALK);
    act(() => void store.dispatch(calls.util.invalidateTags(['Chat'])));
    await calm();
    await waitFor(() => expect(box()).toHaveValue(rest));
    view.unmount();
  }
});
