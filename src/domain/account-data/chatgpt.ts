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

/** ChatGPT's conversations.json: a list of conversations, each with its messages as a map of nodes. */
export const isChatGpt = (file: unknown): boolean => toList(file).some((each) => isRecord(toFields(each)['mapping']));

const parseRole = (author: unknown): 'user' | 'assistant' | undefined => {
  const { role } = toFields(author);
  return role === 'user' || role === 'assistant' ? role : undefined;
};

/** Where ChatGPT set a source or the like into a text: signs that are no letters around words for programs. */
const MARK = /[ \t]?\uE200[^\uE200\uE201]*\uE201/g;

/** Marks become the links that the file has for them. */
const resolveMarks = (text: string, references: unknown): string => {
  if (!text.includes('\uE200')) return text;
  const links = new Map(
    toList(references).map((reference) => {
      const { matched_text: mark, alt } = toFields(reference);
      return [toText(mark).trim(), toText(alt)] as const;
    }),
  );
  return text.replace(MARK, (mark) => {
    const link = links.get(mark.trim()) ?? '';
    return link === '' ? '' : `${mark.startsWith('\uE200') ? '' : ' '}${link}`;
  });
};

/** The text of a document that ChatGPT wrote beside the conversation. */
const parseCanvas = (text: string): string => {
  try {
    return toText(toFields(JSON.parse(text))['content']);
  } catch {
    return '';
  }
};

const writeCode = (text: string, language: string): string =>
  text.trim() === '' ? '' : `\`\`\`${language}\n${text}\n\`\`\``;

/** What an answer says to a tool is no answer: only code that it ran and documents that it wrote are shown. */
const parseToolCall = (recipient: string, content: unknown): string => {
  const { parts, text } = toFields(content);
  const said = toText(text) || toList(parts).map(toText).join('');
  if (recipient === 'python') return writeCode(said, 'python');
  return recipient === 'canmore.create_textdoc' ? parseCanvas(said) : '';
};

/** The text parts of a message; images become a placeholder. */
const parseContent = (content: unknown): string => {
  const { content_type: kind, parts, text, result } = toFields(content);
  if (kind === 'code') return writeCode(toText(text), '');
  const texts = toList(parts).map((part) => (typeof part === 'string' ? part : parsePart(part)));
  return (texts.length > 0 ? texts.filter((one) => one !== '').join('\n\n') : toText(text) || toText(result)).trim();
};

const parsePart = (part: unknown): string => {
  const { content_type: kind, text } = toFields(part);
  if (typeof text === 'string') return text;
  return typeof kind === 'string' && kind.includes('image') ? '*(image)*' : '';
};

const parseText = ({ content, recipient, metadata }: Readonly<Record<string, unknown>>): string => {
  const { is_visually_hidden_from_conversation: hidden, content_references: references } = toFields(metadata);
  if (hidden === true) return '';
  const tool = toText(recipient);
  return tool === '' || tool === 'all' ? resolveMarks(parseContent(content), references) : parseToolCall(tool, content);
};

const parseNode = ([id, value]: [string, unknown]): Node => {
  const { message: given, parent } = toFields(value);
  const message = toFields(given);
  const role = parseRole(message['author']);
  const text = role ? parseText(message) : '';
  const model = role === 'assistant' ? toText(toFields(message['metadata'])['model_slug']) || null : null;
  const turn = role && text !== '' ? { role, text, at: toTimestamp(message['create_time']), model } : undefined;
  return { id, parentId: typeof parent === 'string' ? parent : null, turn };
};

const parseConversation = (value: unknown): ParsedConversation => {
  const conversation = toFields(value);
  const id = toId(conversation['conversation_id']) || toId(conversation['id']);
  const title = toText(conversation['title']);
  if (id === '') return { id, title, skip: { key: 'noId' } };
  if (!isRecord(conversation['mapping'])) return { id, title, skip: { key: 'noMessages' } };
  const nodes = Object.entries(conversation['mapping']).map(parseNode);
  const times = timesOf(nodes);
  return buildConversation(nodes, {
    id,
    title,
    createdAt: toTimestamp(conversation['create_time']) ?? times[0],
    updatedAt: toTimestamp(conversation['update_time']) ?? times.at(-1),
    findLeaf: (all) => findLeafAbove(all, toText(conversation['current_node'])),
  });
};

/** A generator, so that the caller can yield to other work between conversations. */
export function* parseChatGpt(file: unknown): Generator<ParsedConversation> {
  for (const value of toList(file)) yield parseConversation(value);
}
