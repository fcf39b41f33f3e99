import { ADMIN_TABS, type AdminTab } from '../../state/admin-slice.ts';
import type { ChatPlace } from '../../state/chat-place.ts';

export type ChatAddress = { readonly at: 'chat' } & ChatPlace;

/** What an address of this page shows: a chat, or a dialog over it. */
export type Address =
  | ChatAddress
  | { readonly at: 'settings'; readonly section: string | null }
  | { readonly at: 'admin'; readonly tab: AdminTab | null }
  | { readonly at: 'files' | 'pricing' | 'about' | 'setup' };

export const NEW_CHAT: Address = { at: 'chat', chatId: null, messageId: null };

const turnAddress = (chatId: string, turnId?: string, artifactId?: string): ChatAddress => ({
  at: 'chat',
  chatId,
  messageId: null,
  ...(turnId === undefined ? {} : { turnId }),
  ...(artifactId === undefined ? {} : { artifactId }),
});

const decode = (text: string | undefined): string | null => {
  try {
    return text ? decodeURIComponent(text) : null;
  } catch {
    return null;
  }
};

const parseChat = ([id, kind, message, part, artifact]: readonly (string | undefined)[]): Address => {
  const chatId = decode(id);
  if (chatId === null) return NEW_CHAT;
  const named = decode(message);
  const artifactId = part === 'a' ? decode(artifact) : null;
  if (kind === 'm' && named !== null) return turnAddress(chatId, named, artifactId ?? undefined);
  return { at: 'chat', chatId, messageId: kind === 'd' ? named : null };
};

/** The address of a fragment without its `#`; what is none is that of a new chat. */
export const parseAddress = (path: string): Address => {
  const [at, ...rest] = path.split('/').slice(1);
  const [first] = rest;
  switch (at) {
    case 'c':
      return parseChat(rest);
    case 'settings':
      return { at, section: decode(first) };
    case 'admin':
      return { at, tab: ADMIN_TABS.find((tab) => tab === first) ?? null };
    case 'files':
    case 'pricing':
    case 'about':
    case 'setup':
      return { at };
    default:
      return NEW_CHAT;
  }
};

const chatPath = ({ chatId, messageId, turnId, artifactId }: ChatPlace): readonly (string | null)[] => {
  if (chatId === null) return [];
  if (messageId !== null) return ['c', chatId, 'd', messageId];
  if (turnId === undefined) return ['c', chatId];
  return ['c', chatId, 'm', turnId, ...(artifactId === undefined ? [] : ['a', artifactId])];
};

const pathOf = (address: Address): readonly (string | null)[] => {
  switch (address.at) {
    case 'chat':
      return chatPath(address);
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

/** Where a person's servers of tools are. */
export const TOOL_SETTINGS: Address = { at: 'settings', section: 'tools' };

export const isSubscription = (address: Address): boolean =>
  address.at === 'settings' && address.section === 'subscription';

/** What a link to a chat, to a turn of it, or to an artifact of that turn bears. */
export const chatHref = (chatId: string, turnId?: string, artifactId?: string): string =>
  `#${formatAddress(turnAddress(chatId, turnId, artifactId))}`;

export const isDialog = ({ at }: Address): boolean => at !== 'chat';

/** Nobody sees it without an account. */
export const needsAccount = (address: Address): boolean =>
  address.at === 'chat' ? address.chatId !== null : !['pricing', 'about'].includes(address.at);
