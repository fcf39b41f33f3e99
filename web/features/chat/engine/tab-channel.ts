import { openChannel } from '../../../lib/open-channel.ts';

const CHANNEL_NAME = 'parley-chats';
const TYPES = ['started', 'changed', 'waiting'] as const;
const isType = (type: unknown): type is TabMessage['type'] => TYPES.some((known) => known === type);
const TAB_ID = Math.random().toString(36).slice(2);

/**
 * `started`: a reply is being written into the chat; `changed`: turns or the title are new; `waiting`:
 * it waits, or not any more.
 */
export interface TabMessage {
  readonly type: (typeof TYPES)[number];
  readonly chatId: string;
}

const isTabMessage = (value: unknown): value is TabMessage & { readonly from: string } =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'chatId' in value &&
  typeof value.chatId === 'string' &&
  'type' in value &&
  isType(value.type);

/** Notifies the other tabs. Without a channel they see the change at their next load. */
export const notifyTabs = (message: TabMessage): void => {
  const channel = openChannel(CHANNEL_NAME);
  channel?.postMessage({ ...message, from: TAB_ID });
  channel?.close();
};

/** Receives the messages of other tabs. */
export const subscribeToTabs = (listener: (message: TabMessage) => void): (() => void) => {
  const channel = openChannel(CHANNEL_NAME);
  if (!channel) return () => undefined;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data) && data.from !== TAB_ID) listener({ type: data.type, chatId: data.chatId });
  };
  return () => channel.close();
};
