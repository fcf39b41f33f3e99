import { broughtDetails, MAX_CHAT_LISTED } from '../../shared/brought-details.ts';
import { hasRoomFor } from '../../shared/own-version.ts';
import { FINAL_STATUSES, type FinalStatus } from '../../shared/reply-status.ts';
import {
  buildConversation,
  type BroughtDetails,
  findLeafAbove,
  type Node,
  type ParsedConversation,
  toFields,
  toId,
  toList,
  toPlace,
  toText,
  toTimestamp,
} from './imported-conversation.ts';

type Fields = Readonly<Record<string, unknown>>;

const isChatFile = ({ chatId, chat }: Fields): boolean =>
  typeof chatId === 'string' && Array.isArray(toFields(chat)['messages']);

/** Parley's own exports: of an account, or of one chat. */
export const isParley = (file: unknown): boolean => {
  const fields = toFields(file);
  return (fields['product'] === 'Parley' && Array.isArray(fields['chats'])) || isChatFile(fields);
};

/** Nothing where one part is not as an export has it. */
const parseDetails = (value: unknown): BroughtDetails | undefined => {
  const { data } = broughtDetails.safeParse(value);
  if (!data) return undefined;
  const { ownVersions = [], ...lists } = data;
  return hasRoomFor(ownVersions.slice(1), ownVersions[0]?.source ?? '') ? data : lists;
};

const MAX_MODE_LENGTH = 40;

const parseMode = (value: unknown): NonNullable<Node['turn']>['mode'] => {
  const { isAgent, agentType } = toFields(value);
  if (typeof isAgent !== 'boolean') return undefined;
  return { isAgent, agentType: toText(agentType).slice(0, MAX_MODE_LENGTH) || null };
};

const FILE_ID = /^[\w-]{1,64}$/;
const MAX_FILES = 20;

/** Those of another account or server are shown as files that are gone. */
const parseFileIds = (value: unknown): readonly string[] =>
  toList(value)
    .map(toText)
    .filter((id) => FILE_ID.test(id))
    .slice(0, MAX_FILES);

/** Of an answer. One that was being written goes on nowhere. */
const parseStatus = (value: unknown): FinalStatus =>
  value === 'streaming' ? 'interrupted' : (FINAL_STATUSES.find((status) => status === value) ?? 'complete');

const parseAnswer = ({ model, status, details }: Fields) => ({
  model: toText(model) || null,
  status: parseStatus(status),
  details: parseDetails(details),
});

const parseTurn = (message: Fields): Node['turn'] => {
  const { role, content, timestamp, fileIds, mode, messageMode } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  const answer = role === 'assistant' ? parseAnswer(message) : { model: null, status: 'complete' as const };
  const [text, files] = [toText(content), parseFileIds(fileIds)];
  if (text.trim() === '' && files.length === 0 && answer.status === 'complete') return undefined;
  return { role, text, at: toTimestamp(timestamp), fileIds: files, mode: parseMode(mode ?? messageMode), ...answer };
};

const parseNode = (value: unknown): Node => {
  const message = toFields(value);
  return { id: toId(message['id']), parentId: toId(message['parentId']) || null, turn: parseTurn(message) };
};

/** The lists of a chat: what its client found for the latest answer. */
const parseLists = ({ sources, images, relatedQuestions }: Fields) => {
  const { data: lists = {} } = broughtDetails.safeParse({ sources, images, relatedQuestions });
  return {
    sources: lists.sources?.slice(0, MAX_CHAT_LISTED) ?? [],
    images: lists.images?.slice(0, MAX_CHAT_LISTED) ?? [],
    relatedQuestions: lists.relatedQuestions ?? [],
  };
};

const parseConversation = (value: unknown): ParsedConversation => {
  const chat = toFields(value);
  const [id, title] = [toId(chat['id']), toText(chat['title'])];
  if (id === '') return { id, title, skip: { key: 'noId' } };
  const nodes = toList(chat['messages'])
    .map(parseNode)
    .filter((node) => node.id !== '');
  return buildConversation(nodes, {
    id,
    title,
    createdAt: toTimestamp(chat['createdAt']),
    updatedAt: toTimestamp(chat['updatedAt']),
    expiresAt: toTimestamp(chat['expiresAt']),
    ...toPlace({ pinnedAt: chat['pinnedAt'], isArchived: chat['archived'] }),
    gptType: toText(chat['gptType']) || undefined,
    lists: parseLists(chat),
    findLeaf: (all) => findLeafAbove(all, toId(chat['leafId']) || (all.at(-1)?.id ?? '')),
  });
};

export function* parseParley(file: unknown): Generator<ParsedConversation> {
  const fields = toFields(file);
  for (const chat of isChatFile(fields) ? [fields['chat']] : toList(fields['chats'])) yield parseConversation(chat);
}
