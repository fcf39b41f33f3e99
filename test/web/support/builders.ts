import type { ChatSummary } from '../../../src/contract/chats.ts';
import type { Message, User } from '../../../src/contract/common.ts';

/** Saturday afternoon, by the reader's clock. */
export const NOW = new Date(2026, 10, 21, 14, 30);

export const aUser = (of: Partial<User> = {}): User => ({
  uid: 'u1',
  email: 'ada@example.org',
  phoneNumber: null,
  name: 'Ada Lovelace',
  authMode: 'email',
  subscription: 'free',
  tier: 'free',
  emailVerified: true,
  isAdmin: false,
  isAuditor: false,
  language: 'en',
  createdAt: '2026-01-01T00:00:00.000Z',
  hasPassword: true,
  hasSecondFactor: false,
  inGroups: false,
  override: null,
  ...of,
});

/** `daysAgo` counts calendar days back from NOW. */
export const aChat = (title: string, daysAgo = 0, of: Partial<ChatSummary> = {}): ChatSummary => {
  const at = new Date(NOW);
  at.setDate(at.getDate() - daysAgo);
  return {
    id: title.toLowerCase().replace(/\W+/g, '-').padEnd(21, '_').slice(0, 21),
    title,
    messageCount: 2,
    createdAt: at.toISOString(),
    lastUpdated: at.toISOString(),
    gptType: 'default',
    toolServers: [],
    pinnedAt: null,
    archived: false,
    waits: false,
    ...of,
  };
};

export const aMessage = (role: Message['role'], content: string, of: Partial<Message> = {}): Message => ({
  id: `${role}-${content}`.replace(/\W+/g, '-').slice(0, 40),
  role,
  content,
  timestamp: NOW.toISOString(),
  parentId: null,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...of,
});

/** A chat as the server tells it whole. */
export const anOpenChat = ({ id, title, pinnedAt, archived }: ChatSummary, messages: readonly Message[] = []) => ({
  id,
  title,
  messages,
  otherVersions: [],
  leafId: messages.at(-1)?.id ?? null,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  lastUpdated: NOW.toISOString(),
  expiresAt: null as string | null,
  pinnedAt,
  archived,
  gptType: 'default',
  toolServers: [],
  sources: [],
  images: [],
  relatedQuestions: [],
});
