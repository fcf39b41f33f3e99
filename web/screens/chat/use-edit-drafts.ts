import { useMemo } from 'react';

import type { EditDrafts } from '../../features/chat/messages/turn-props.ts';
import { draftSet, selectDraft } from '../../state/chat-slice.ts';
import { useAppSelector, useAppStore } from '../../state/store.ts';
import { editDraftKey } from './carry-drafts.ts';

/** What is typed into the editors of a chat's questions; it stays when the reader goes to another chat. */
export const useEditDrafts = (): EditDrafts | undefined => {
  const { dispatch, getState } = useAppStore();
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  return useMemo(
    () =>
      chatId === null
        ? undefined
        : {
            read: (messageId) => selectDraft(editDraftKey(chatId, messageId))(getState()),
            write: (messageId, text) => {
              dispatch(draftSet({ key: editDraftKey(chatId, messageId), text }));
            },
          },
    [dispatch, getState, chatId],
  );
};
