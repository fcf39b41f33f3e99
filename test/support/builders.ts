import type { Session, User } from '../../src/domain/accounts/user.ts';
import { createChat, type Chat } from '../../src/domain/chat/conversations/chat.ts';
import type { Message } from '../../src/domain/chat/conversations/message.ts';
import type { LogEntry } from '../../src/domain/chat/replies/ports/reply-store.ts';
import type { Reply } from '../../src/domain/chat/replies/reply.ts';
import type { ReplyDetails } from '../../src/shared/reply-details.ts';
import type { ReplyEvent } from '../../src/shared/reply-event.ts';

/** The fixed time of tests: 2026-01-15, 12:00 UTC. */
export const NOON = Date.UTC(2026, 0, 15, 12);

/** 21 characters that end with `name`: the form of chat ids. */
export const chatIdOf = (name: string): string => name.padStart(21, '0');

export const aUser = (more: Partial<User> = {}): User => {
  const uid = more.uid ?? 'ann';
  return {
    uid,
    email: `${uid}@example.org`,
    phoneNumber: null,
    name: uid,
    language: null,
    passwordHash: 'a-hash',
    authMode: 'email',
    subscription: 'free',
    emailVerified: true,
    isAdmin: false,
    isAuditor: false,
    createdAt: NOON,
    suspendedAt: null,
    hasSecondFactor: false,
    groupIds: [],
    ...more,
  };
};

export const aSession = (more: Partial<Session> = {}): Session => ({
  id: `session ${more.tokenDigest ?? 'digest'}`,
  tokenDigest: 'digest',
  uid: 'ann',
  method: 'password',
  device: 'Firefox, Windows',
  lastUsedAt: NOON,
  authenticatedAt: NOON,
  createdAt: NOON,
  expiresAt: NOON + 1000,
  ...more,
});

/** Ann's chat; with only an `id`, its key is `key of <id>`. */
export const aChat = (more: Partial<Chat> = {}): Chat => {
  const id = more.id ?? chatIdOf('c1');
  const blank = createChat(more.key ?? `key of ${id}`, more.ownerId ?? 'ann', id, more.createdAt ?? NOON);
  return { ...blank, title: 'Pancakes', ...more };
};

/** A user's question; see `anAnswer` for the reply. */
export const aMessage = (more: Partial<Message> = {}): Message => ({
  id: 'm1',
  parentId: null,
  role: 'user',
  content: 'How do I bake pancakes?',
  at: NOON,
  status: 'complete',
  errorCode: null,
  model: null,
  fileIds: [],
  cached: false,
  mode: null,
  replyId: null,
  details: null,
  ...more,
});

export const anAnswer = (more: Partial<Message> = {}): Message =>
  aMessage({
    id: 'm2',
    parentId: 'm1',
    role: 'assistant',
    content: 'With flour and eggs.',
    at: NOON + 1,
    model: 'model-1',
    mode: { isAgent: false, agentType: null },
    replyId: 'r1',
    ...more,
  });

/** A streaming reply without a chat. */
export const aReply = (more: Partial<Reply> = {}): Reply => ({
  id: 'r1',
  owner: 'user:ann',
  chatKey: null,
  messageId: null,
  status: 'streaming',
  model: 'model-1',
  cached: false,
  errorCode: null,
  runnerId: 'runner-1',
  epoch: 1,
  reservationId: null,
  promptKey: null,
  text: '',
  followUps: 'none',
  createdAt: NOON,
  finishedAt: null,
  ...more,
});

/** What the writer of `aReply` appends to its log. */
export const anEntry = (id: string, first: number, events: readonly ReplyEvent[]): LogEntry => ({
  reply: aReply({ id }),
  batch: { first, events },
});

export const words = (...texts: readonly string[]): ReplyEvent[] => texts.map((text) => ({ type: 'text', text }));

/** Every field that a reply may have besides its text. */
export const someDetails = (more: Partial<ReplyDetails> = {}): ReplyDetails => ({
  steps: [
    {
      id: 'step-1',
      kind: 'search',
      label: 'Searching the web',
      target: 'größer 🥞',
      state: 'done',
      output: null,
      code: null,
    },
  ],
  thinking: 'What is asked?',
  sources: [{ id: 's1', title: 'One', url: 'https://one.example/a', snippet: 'So it is.' }],
  images: [{ url: 'https://one.example/a.png', alt: 'A', caption: 'c', source: 'https://one.example/a' }],
  citations: { checked: 1, supported: 1, marks: [{ index: 0, source: 1, supported: true, passage: 'So it is.' }] },
  document: {
    title: 'T',
    time: '2026-01-15T12:00:00.000Z',
    keyPoints: ['k'],
    academicSummary: [],
    sections: [{ kind: 'answer', title: null, text: 'So it is [1].', collapsible: false }],
  },
  corrections: [],
  relatedQuestions: [{ id: 'q', text: 'Why?', category: 'deeper' }],
  synthesis: 'In all, so it is [1].',
  insteadOf: { model: 'kimi-größer', reason: 'limit', resetsAt: '2026-11-22T00:00:00.000Z' },
  ...more,
});
