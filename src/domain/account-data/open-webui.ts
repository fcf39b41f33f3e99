import { escapeMarkdown } from '../../shared/escape-markdown.ts';
import { isRecord } from '../../shared/schema.ts';
import {
  buildConversation,
  toConversations,
  toPlace,
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
import { IMAGE, writeFileName, writeLink, writeParagraphs } from './imported-markdown.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Open WebUI's export: a list of rows whose `chat` has the messages as a tree or as a list. */
export const isOpenWebUi = (file: unknown): boolean =>
  toConversations(file).some((each) => {
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

const parseFile = (file: unknown): readonly string[] => {
  const { type, content_type: mime, name } = toFields(file);
  return type === 'image' || toText(mime).startsWith('image/') ? [IMAGE] : writeFileName(toText(name));
};

/** By the numbers that the answer has for them: each source once, in order. */
const listSources = (sources: unknown): string => {
  const known = new Map<string, string>();
  for (const each of toList(sources)) {
    const { source, metadata } = toFields(each);
    const { name } = toFields(source);
    for (const place of toList(metadata).map(toFields)) {
      const address = toText(place['source']);
      const title = toText(place['title']) || toText(place['name']) || toText(name);
      const key = address || title;
      if (!known.has(key)) known.set(key, writeLink({ title, url: address }) || escapeMarkdown(title));
    }
  }
  return [...known.values()].map((source, index) => `${index + 1}. ${source}`).join('\n');
};

const parseAnswer = ({ content, sources, error, model }: Fields) => {
  const failure = toText(toFields(error)['content']);
  const text = withoutDetails(parseContent(content)).trim();
  return {
    text: writeParagraphs([text || failure, text === '' ? '' : listSources(sources)]),
    model: toText(model) || null,
    status: failure === '' ? undefined : ('error' as const),
  };
};

const parseTurn = (message: Fields): Node['turn'] => {
  const { role, content, timestamp, files } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  const question = () => writeParagraphs([...toList(files).flatMap(parseFile), parseContent(content)]);
  const said = role === 'assistant' ? parseAnswer(message) : { text: question(), model: null };
  return said.text === '' ? undefined : { role, at: toTimestamp(timestamp), ...said };
};

const parseHistory = (messages: Fields): Node[] =>
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
    ...toPlace({ isPinned: row['pinned'], isArchived: row['archived'] }),
    findLeaf: (all) => findLeafAbove(all, toId(history['currentId']) || (all.at(-1)?.id ?? '')),
  });
};

export function* parseOpenWebUi(file: unknown): Generator<ParsedConversation> {
  for (const value of toConversations(file)) yield parseConversation(value);
}
