import { useEffect, useEffectEvent, useState } from 'react';

import { isPending, type Attachment } from '../../../state/attachments-slice.ts';
import type { Conversation } from '../conversation/use-conversation.ts';

interface QueuedSendInput {
  readonly chat: Pick<Conversation, 'draft' | 'isStreaming' | 'turns'>;
  readonly draftKey: string;
  readonly files?: readonly Attachment[];
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
 * A waiting message. What had failed before it was sent does not end the wait; files alone are a message without text.
 */
interface Queued {
  readonly draftKey: string;
  readonly failures: readonly string[];
  readonly hasText: boolean;
}

type SentChat = Pick<Conversation, 'isStreaming' | 'turns'>;

const findObstacle = ({ isStreaming, turns }: SentChat, files: readonly Attachment[]): QueuedSend['waitsFor'] => {
  if (files.some(isPending)) return 'upload';
  return isStreaming || turns.at(-1)?.message.status === 'streaming' ? 'reply' : null;
};

/** The files and the reply that failed, by key and id. */
const findFailures = ({ turns }: SentChat, files: readonly Attachment[]): readonly string[] => {
  const failedFiles = files.filter(({ state }) => state === 'failed').map(({ key }) => key);
  const last = turns.at(-1)?.message;
  return last?.status === 'error' ? [...failedFiles, last.id] : failedFiles;
};

const NO_FILES: readonly Attachment[] = [];

/** Whether an input method is composing, so that the text in the box is not the final one. */
const useComposing = (): boolean => {
  const [isComposing, setComposing] = useState(false);
  useEffect(() => {
    let ending: ReturnType<typeof setTimeout> | undefined;
    const events = ['compositionstart', 'compositionend'] as const;
    const onComposition = ({ type }: Event): void => {
      clearTimeout(ending);
      // Firefox puts the final text into the box only after the second event.
      if (type === events[0]) setComposing(true);
      else ending = setTimeout(setComposing, 0, false);
    };
    for (const event of events) document.addEventListener(event, onComposition);
    return () => {
      clearTimeout(ending);
      for (const event of events) document.removeEventListener(event, onComposition);
    };
  }, []);
  return isComposing;
};

/**
 * A message that waits for an upload or for the end of the reply, in the box, where it can still be changed, and then
 * until an input method has put its text there. A failed upload, a failed reply, an emptied box or another chat ends
 * the wait, and nothing is sent.
 */
export const useQueuedSend = ({ chat, draftKey, files = NO_FILES, sendNow }: QueuedSendInput): QueuedSend => {
  const [queued, setQueued] = useState<Queued | null>(null);
  const obstacle = findObstacle(chat, files);
  const failures = findFailures(chat, files);
  const isEmptied = queued?.hasText === true && chat.draft.trim() === '';
  const isHere = queued?.draftKey === draftKey && !isEmptied;
  const isComposing = useComposing();
  const waitsFor = isHere ? (obstacle ?? (isComposing ? 'reply' : null)) : null;
  const send = (text: string): boolean => {
    if (obstacle === null) return sendNow(text);
    setQueued({ draftKey, failures, hasText: text.trim() !== '' });
    return false;
  };

  const settle = useEffectEvent(() => {
    if (queued === null || waitsFor !== null) return;
    setQueued(null);
    if (isHere && failures.every((failure) => queued.failures.includes(failure))) sendNow(chat.draft);
  });
  useEffect(() => settle(), [queued, isHere, waitsFor]);

  return { send, waitsFor, cancel: () => setQueued(null) };
};
