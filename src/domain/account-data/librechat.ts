import { isRecord } from '../../shared/schema.ts';
import {
  buildConversation,
  toConversations,
  toPlace,
  findNewestLeaf,
  linkSequentially,
  toFields,
  toId,
  toList,
  timesOf,
  toTimestamp,
  type Node,
  type ParsedConversation,
  toText,
} from './imported-conversation.ts';
import { IMAGE, inBrackets, replaceMarks, writeFileName, writeLink, writeParagraphs } from './imported-markdown.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * LibreChat exports one conversation per file, or several in a list. Messages refer to their parent or are nested in
 * it.
 */
const isConversation = (value: unknown): boolean => {
  const { conversationId, messages, messagesTree } = toFields(value);
  return typeof conversationId === 'string' && (Array.isArray(messages) || Array.isArray(messagesTree));
};

export const isLibreChat = (file: unknown): boolean => toConversations(file).some(isConversation);

/** The parent id of a first message. */
const ROOT_PARENT_ID = '00000000-0000-0000-0000-000000000000';
const MAX_DEPTH = 5000;

/** Thoughts before an answer, as older versions wrote them. */
const withoutThoughts = (text: string): string => {
  if (!text.startsWith(':::thinking\n')) return text;
  const end = text.indexOf('\n:::\n');
  return end < 0 ? text : text.slice(end + '\n:::\n'.length);
};

/** The lines around an artifact, whose block of code stays. */
const withoutDirectives = (text: string): string => {
  if (!text.includes(':::artifact')) return text;
  let isOpen = false;
  const isDirective = (line: string): boolean => {
    const begins = /^:::artifact\b/.test(line);
    const ends = isOpen && line.trim() === ':::';
    isOpen = begins || (isOpen && !ends);
    return begins || ends;
  };
  return text
    .split('\n')
    .filter((line) => !isDirective(line))
    .join('\n');
};

/** A result of a search, by its turn and place; also the letters of such a sign spelled out. Others group these. */
const SOURCE_MARK = /[ \t]?(?:\\ue202|\uE202)turn(\d{1,4})([a-z]{1,20})(\d{1,4})|\\ue20[0-6]|[\uE200-\uE206]/g;
const RESULT_LISTS: ReadonlyMap<string, string> = new Map([
  ['search', 'organic'],
  ['news', 'topStories'],
]);

/** Marks become links to the results that were stored with the answer. */
const resolveMarks = (text: string, attachments: unknown): string => {
  if (!/\\ue20|[\uE200-\uE206]/.test(text)) return text;
  const searches = new Map<string, Fields>();
  for (const attachment of toList(attachments)) {
    const { web_search: search } = toFields(attachment);
    if (isRecord(search)) searches.set(toId(search['turn']) || '0', search);
  }
  return replaceMarks(text, SOURCE_MARK, ({ 1: turn = '', 2: kind = '', 3: place = '' }) => {
    const results = toList(searches.get(turn)?.[RESULT_LISTS.get(kind) ?? '']);
    const { title, link: url } = toFields(results[Number(place)]);
    const link = inBrackets([writeLink({ title, url })]);
    return link === '' ? '' : ` ${link}`;
  });
};

const parsePart = (part: unknown): string => {
  const { type, text: value } = toFields(part);
  if (type === 'image_file' || type === 'image_url') return IMAGE;
  return type === 'text' ? toText(value) || toText(toFields(value)['value']) : '';
};

const parseFile = (file: unknown): readonly string[] => {
  const { filename, type } = toFields(file);
  return toText(type).startsWith('image/') ? [IMAGE] : writeFileName(toText(filename));
};

const parseContent = (message: Fields, role: 'user' | 'assistant'): string => {
  const files = toList(message['files']).flatMap(parseFile);
  const text = toText(message['text']);
  const said = text === '' ? toList(message['content']).map(parsePart) : [text];
  if (role === 'user') return writeParagraphs([...files, ...said]);
  const shown = said.map((part) => withoutDirectives(withoutThoughts(part)));
  return resolveMarks(writeParagraphs([...files, ...shown]), message['attachments']);
};

const parseTurn = (message: Fields): Node['turn'] => {
  const isUser = message['isCreatedByUser'] === true || toText(message['sender']).toLowerCase() === 'user';
  const role = isUser ? 'user' : 'assistant';
  const text = parseContent(message, role);
  if (text === '') return undefined;
  const model = isUser ? null : toText(message['model']) || null;
  const status = !isUser && message['error'] === true ? 'error' : undefined;
  return { role, text, at: toTimestamp(message['createdAt']), model, status };
};

const parseNode = (message: Fields, above: string | null): Node => {
  const parent = toId(message['parentMessageId']);
  const parentId = parent === '' ? above : parent === ROOT_PARENT_ID ? null : parent;
  return { id: toId(message['messageId']), parentId, turn: parseTurn(message) };
};

/** All messages including nested ones, parents first. */
const flattenMessages = (messages: readonly unknown[]): Node[] => {
  const nodes: Node[] = [];
  let level: { readonly message: unknown; readonly above: string | null }[] = messages.map((message) => ({
    message,
    above: null,
  }));
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const next: typeof level = [];
    for (const { message, above } of level) {
      const node = parseNode(toFields(message), above);
      if (node.id === '') continue;
      nodes.push(node);
      for (const child of toList(toFields(message)['children'])) next.push({ message: child, above: node.id });
    }
    level = next;
  }
  return nodes;
};

const parseConversation = (value: unknown): ParsedConversation => {
  const file = toFields(value);
  const id = toId(file['conversationId']);
  const title = toText(file['title']);
  if (!isConversation(value)) return { id, title, skip: { key: 'noMessages' } };
  const nodes = flattenMessages(Array.isArray(file['messages']) ? file['messages'] : toList(file['messagesTree']));
  const times = timesOf(nodes);
  return buildConversation(linkSequentially(nodes), {
    id,
    title,
    createdAt: toTimestamp(file['createdAt']) ?? times[0],
    updatedAt: toTimestamp(file['updatedAt']) ?? times.at(-1),
    ...toPlace({ isPinned: file['isPinned'], isArchived: file['isArchived'] }),
    findLeaf: findNewestLeaf,
  });
};

export function* parseLibreChat(file: unknown): Generator<ParsedConversation> {
  for (const value of toConversations(file)) yield parseConversation(value);
}
