import type { ChatSession } from '../conversation/use-chat.ts';
import { attachmentsSent, readyIds, selectAttachments, type Attachment } from '../../../state/attachments-slice.ts';
import { NEW_CHAT_DRAFT } from '../../../state/chat-slice.ts';
import { useAppSelector, useAppStore } from '../../../state/store.ts';
import { useQueuedSend, type QueuedSend } from './use-queued-send.ts';

export interface AttachmentSend extends QueuedSend {
  readonly files: readonly Attachment[];
}

/** Sends text and files, as soon as the files are there. */
export const useSendWithAttachments = (chat: ChatSession, chatId: string | null): AttachmentSend => {
  const store = useAppStore();
  const draftKey = chatId ?? NEW_CHAT_DRAFT;
  const files = useAppSelector(selectAttachments(draftKey));
  const sendNow = (text: string): boolean => {
    const ids = readyIds(selectAttachments(draftKey)(store.getState()));
    const sent = chat.send(text, ids);
    if (sent) store.dispatch(attachmentsSent({ chat: draftKey, ids }));
    return sent;
  };
  return { files, ...useQueuedSend({ chat, draftKey, files, sendNow }) };
};
