import { useEffect } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { attachmentsRemoved, selectAttachments } from '../../../state/attachments-slice.ts';
import { askedDraftKey, draftSet, selectDraft } from '../../../state/chat-slice.ts';
import { useAppStore } from '../../../state/store.ts';

/**
 * A question that the server had not answered when the page was reloaded is in the text box again (persist-draft.ts).
 * Once the chat shows that the server has it, its text and its files leave the box; what was typed after it stays.
 */
export const useDropAskedDraft = (chatId: string | null, serverMessages: readonly Message[]): void => {
  const { dispatch, getState } = useAppStore();
  useEffect(() => {
    if (chatId === null || serverMessages.length === 0) return;
    const state = getState();
    const asked = selectDraft(askedDraftKey(chatId))(state);
    const question = serverMessages.find(({ id }) => id === asked);
    if (!question) return;
    dispatch(draftSet({ key: askedDraftKey(chatId), text: '' }));
    const draft = selectDraft(chatId)(state);
    if (!draft.startsWith(question.content)) return;
    dispatch(draftSet({ key: chatId, text: draft.slice(question.content.length).trimStart() }));
    const sent = selectAttachments(chatId)(state).filter(({ id }) => question.fileIds?.includes(id));
    dispatch(attachmentsRemoved({ chat: chatId, keys: sent.map(({ key }) => key) }));
  }, [dispatch, getState, chatId, serverMessages]);
};
