import { useEffect, useEffectEvent, useState } from 'react';

import type { Conversation } from '../conversation/use-conversation.ts';

interface QueuedSendInput {
  readonly chat: Pick<Conversation, 'draft' | 'isStreaming' | 'turns'>;
  readonly draftKey: string;
  readonly isUploading?: boolean;
  /** What the message waited for did not come. */
  readonly hasFailed?: boolean;
  readonly sendNow: (text: string) => boolean;
}

export interface QueuedSend {
  /** Sends now, or as soon as nothing is in the way. False: the text stays in the box. */
  readonly send: (text: string) => boolean;
  /** What the message in the box waits for; null when none waits. */
  readonly waitsFor: 'upload' | 'reply' | null;
  readonly cancel: () => void;
}

/**
 * A message that waits for an upload or for the end of the reply, in the box, where it can still be changed. A failed
 * upload, a failed reply or another chat ends the wait, and nothing is sent.
 */
export const useQueuedSend = ({
  chat,
  draftKey,
  isUploading = false,
  hasFailed = false,
  sendNow,
}: QueuedSendInput): QueuedSend => {
  const [queuedIn, setQueuedIn] = useState<string | null>(null);
  const last = chat.turns.at(-1)?.message.status;
  const isWriting = chat.isStreaming || last === 'streaming';
  const obstacle = isUploading ? 'upload' : isWriting ? 'reply' : null;
  const send = (text: string): boolean => {
    if (obstacle === null) return sendNow(text);
    setQueuedIn(draftKey);
    return false;
  };

  const settle = useEffectEvent(() => {
    if (queuedIn === null || (queuedIn === draftKey && obstacle !== null)) return;
    setQueuedIn(null);
    if (queuedIn === draftKey && !hasFailed && last !== 'error') sendNow(chat.draft);
  });
  useEffect(() => settle(), [queuedIn, draftKey, obstacle]);

  return { send, waitsFor: queuedIn === draftKey ? obstacle : null, cancel: () => setQueuedIn(null) };
};
