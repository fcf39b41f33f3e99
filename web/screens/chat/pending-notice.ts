import { t } from '../../app/texts.ts';
import type { QueuedSend } from '../../features/chat/composer/use-queued-send.ts';

const TEXTS = { upload: 'sendsWhenReady', reply: 'sendsAfterReply' } as const;

/** Says below the box what its message waits for. */
export const pendingNotice = ({ waitsFor, cancel }: QueuedSend) =>
  waitsFor === null ? null : { text: t(TEXTS[waitsFor]), onCancel: cancel };
