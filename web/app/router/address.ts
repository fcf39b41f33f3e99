import { ADMIN_TABS, type AdminTab } from '../../state/admin-slice.ts';
import type { ChatPlace } from '../../state/chat-place.ts';

export type ChatAddress = { readonly at: 'chat' } & ChatPlace;

/** What an address of this page shows: a chat, or a dialog over it. */
export type Address =
  | ChatAddress
  | { readonly at: 'settings'; readonly section: string | null }
  | { readonly at: 'admin'; readonly tab: AdminTab | null }
  | { readonly at: 'files' | 'pricing' | 'about' };

export const NEW_CHAT: Address = { at: 'chat', chatId: null, messageId: null };

const decode = (text: string | undefined): string | null => {
  try {
    return text ? decodeURIComponent(text) : null;
  } catch {
    return null;
  }
};

const parseChat = (id: string | undefined, kind: string | undefined, message: string | undefined): Address => {
  const chatId = decode(id);
  return chatId === null ? NEW_CHAT : { at: 'chat', chatId, messageId: kind === 'd' ? decode(message) : null };
};

/** The address of a fragment without its `#`; what is none is that of a new chat. */
export const parseAddress = (path: string): Address => {
  const [at, first, second, third] = path.split('/').slice(1);
  switch (at) {
    case 'c':
      return parseChat(first, second, third);
    case 'settings':
      return { at, section: decode(first) };
    case 'admin':
      return { at, tab: ADMIN_TABS.find((tab) => tab === first) ?? null };
    case 'files':
    case 'pricing':
    case 'about':
      return { at };
    default:
      return NEW_CHAT;
  }
};

const pathOf = (address: Address): readonly (string | null)[] => {
  switch (address.at) {
    case 'chat':
      return address.messageId === null
        ? [address.chatId === null ? null : 'c', address.chatId]
        : ['c', address.chatId, 'd', address.messageId];
    case 'settings':
      return [address.at, address.section];
    case 'admin':
      return [address.at, address.tab];
    default:
      return [address.at];
  }
};

export const formatAddress = (address: Address): string =>
  `/${pathOf(address)
    .filter((part) => part !== null)
    .map(encodeURIComponent)
    .join('/')}`;

/** The section of the settings that is a dialog of its own. */
export const SUBSCRIPTION: Address = { at: 'settings', section: 'subscription' };

export const isSubscription = (address: Address): boolean =>
  address.at === 'settings' && address.section === 'subscription';

/** What a link to a chat bears. */
export const chatHref = (chatId: string): string => `#${formatAddress({ at: 'chat', chatId, messageId: null })}`;

export const isDialog = ({ at }: Address): boolean => at !== 'chat';

/** Nobody sees it without an account. */
export const needsAccount = (address: Address): boolean =>
  address.at === 'chat' ? address.chatId !== null : !['pricing', 'about'].includes(address.at);
