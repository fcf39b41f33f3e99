import { isRecord } from '../../shared/schema.ts';
import {
  buildConversation,
  toFields,
  toId,
  findLeafAbove,
  toList,
  timesOf,
  toTimestamp,
  type Node,
  type ParsedConversation,
  toText,
} from './imported-conversation.ts';

/** Open WebUI's export: a list of rows whose `chat` has the messages as a tree or as a list. */
export const isOpenWebUi = (file: unknown): boolean =>
  toList(file).some((each) => {
    const chat = toFields(toFields(each)['chat']);
    return isRecord(chat['history']) || Array.isArray(chat['messages']);
  });

const parseContent = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : toList(content)
        .map((part) => toText(toFields(part)['text']))
        .filter((text) => text !== '')
        .join('\n\n');

const DETAILS = /<details(?: type="(reasoning|tool_calls|code_interpreter)")?|<\/details>/g;

/**
 * Without what the product sets into the text of an answer itself: thoughts, calls of tools, code that it ran. Where
 * one has no end, the text stays whole.
 */
const withoutDetails = (text: string): string => {
  let [result, from, depth] = ['', 0, 0];
  for (const { 0: tag, 1: type, index } of text.matchAll(DETAILS)) {
    if (depth === 0 && type !== undefined) result += text.slice(from, index);
    if (depth === 0 && type === undefined) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) from = index + tag.length;
  }
  return depth === 0 ? result + text.slice(from) : text;
};

const parseTurn = (message: Readonly<Record<string, unknown>>): Node['turn'] => {
  const { role, content, timestamp, model } = message;
  const said = parseContent(content);
  const text = (role === 'assistant' ? withoutDetails(said) : said).trim();
  if ((role !== 'user' && role !== 'assistant') || text === '') return undefined;
  return { role, text, at: toTimestamp(timestamp), model: role === 'assistant' ? toText(model) || null : null };
};

const parseHistory = (messages: Readonly<Record<string, unknown>>): Node[] =>
  Object.entries(messages).map(([id, value]) => {
    const message = toFields(value);
    return { id, parentId: toId(message['parentId']) || null, turn: parseTurn(message) };
  });

/** Older exports have a plain list. */
const parseList = (messages: readonly unknown[]): Node[] => {
  const ids = messages.map((value, index) => toId(toFields(value)['id']) || `turn-${index}`);
  return messages.map((value, index) => ({
    id: ids[index] ?? '',
    parentId: ids[index - 1] ?? null,
    turn: parseTurn(toFields(value)),
  }));
};

const parseConversation = (value: unknown): ParsedConversation => {
  const row = toFields(value);
  const chat = toFields(row['chat']);
  const id = toId(row['id']) || toId(chat['id']);
  const title = toText(row['title']) || toText(chat['title']);
  if (id === '') return { id, title, skip: { key: 'noId' } };
  const history = toFields(chat['history']);
  const nodes = isRecord(history['messages']) ? parseHistory(history['messages']) : parseList(toList(chat['messages']));
  const times = timesOf(nodes);
  return buildConversation(nodes, {
    id,
    title,
    createdAt: toTimestamp(row['created_at']) ?? toTimestamp(chat['timestamp']) ?? times[0],
    updatedAt: toTimestamp(row['updated_at']) ?? times.at(-1),
    findLeaf: (all) => findLeafAbove(all, toId(history['currentId']) || (all.at(-1)?.id ?? '')),
  });
};

export function* parseOpenWebUi(file: unknown): Generator<ParsedConversation> {
  for (const value of toList(file)) yield parseConversation(value);
}
