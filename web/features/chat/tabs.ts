const NAME = 'parley-chats';
const THIS_TAB = Math.random().toString(36).slice(2);

/** `started`: a reply is being written into the chat; `changed`: turns or the title are new. */
export interface TabNews {
  readonly type: 'started' | 'changed';
  readonly chatId: string;
}

const isNews = (value: unknown): value is TabNews & { readonly from: string } =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'chatId' in value &&
  typeof value.chatId === 'string' &&
  'type' in value &&
  (value.type === 'started' || value.type === 'changed');

/** Tells the other tabs of this browser; one without BroadcastChannel simply learns it at its next load. */
export const tellTabs = (news: TabNews): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ ...news, from: THIS_TAB });
  channel.close();
};

/** Hears what other tabs tell, never this one's own news. */
export const hearTabs = (heard: (news: TabNews) => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isNews(data) && data.from !== THIS_TAB) heard({ type: data.type, chatId: data.chatId });
  };
  return () => channel.close();
};
