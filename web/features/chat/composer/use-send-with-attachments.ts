import { useEffect, useEffectEvent, useState } from 'react';

import type { ChatSession } from '../conversation/use-chat.ts';
import {
  attachmentsSent,
  isPending,
  readyIds,
  selectAttachments,
  type Attachment,
} from '../../../state/attachments-slice.ts';
import { NEW_CHAT_DRAFT } from '../../../state/chat-slice.ts';
import { useAppSelector, useAppStore } from '../../../state/store.ts';

export interface AttachmentSend {
  readonly files: readonly Attachment[];
  /** Sends text and files, at once or as soon as the files are there. False: the text stays in the box. */
  readonly send: (text: string) => boolean;
  /** A send waits for an upload. */
  readonly waiting: boolean;
  readonly cancel: () => void;
}

/** Sends text and files. A send during an upload waits for it; a failed upload or another chat cancels the wait. */
export const useSendWithAttachments = (chat: ChatSession, chatId: string | null): AttachmentSend => {
  const store = useAppStore();
  const draft = chatId ?? NEW_CHAT_DRAFT;
  const files = useAppSelector(selectAttachments(draft));
  const uploading = files.some(isPending);
  const failed = files.some(({ state }) => state === 'failed');
  const [waitingIn, setWaitingIn] = useState<string | null>(null);

  const sendNow = (text: string): boolean => {
    const ids = readyIds(selectAttachments(draft)(store.getState()));
    const sent = chat.send(text, ids);
    if (sent) store.dispatch(attachmentsSent({ chat: draft, ids }));
    return sent;
  };
  const send = (text: string): boolean => {
    if (!uploading) return sendNow(text);
    setWaitingIn(draft);
    return false;
  };

  const settle = useEffectEvent(() => {
    if (waitingIn === null || (waitingIn === draft && uploading)) return;
    setWaitingIn(null);
    if (waitingIn === draft && !failed) sendNow(chat.draft);
  });
  useEffect(() => settle(), [waitingIn, draft, uploading]);

  return { files, send, waiting: waitingIn === draft && uploading, cancel: () => setWaitingIn(null) };
};
