import { isRecord } from '../../shared/schema.ts';
import {
  buildConversation,
  toFields,
  toId,
  findLeafAbove,
  toList,
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

/** The text parts of a message; images become a placeholder. */
const parseContent = (content: unknown): string => {
  const { content_type: kind, parts, text, result } = toFields(content);
  if (kind === 'code') return toText(text) === '' ? '' : `\`\`\`\n${toText(text)}\n\`\`\``;
  const texts = toList(parts).map((part) => (typeof part === 'string' ? part : parsePart(part)));
  return (texts.length > 0 ? texts.filter((one) => one !== '').join('\n\n') : toText(text) || toText(result)).trim();
};

const parsePart = (part: unknown): string => {
  const { content_type: kind, text } = toFields(part);
  if (typeof text === 'string') return text;
  return typeof kind === 'string' && kind.includes('image') ? '*(image)*' : '';
};

const parseNode = ([id, value]: [string, unknown]): Node => {
  const { message, parent } = toFields(value);
  const { author, content, create_time: at, metadata } = toFields(message);
  const role = parseRole(author);
  const { is_visually_hidden_from_conversation: hidden, model_slug: model } = toFields(metadata);
  const text = role && hidden !== true ? parseContent(content) : '';
  const turn =
    role && text !== ''
      ? { role, text, at: toTimestamp(at), model: role === 'assistant' ? toText(model) || null : null }
      : undefined;
  return { id, parentId: typeof parent === 'string' ? parent : null, turn };
};

const parseConversation = (value: unknown): ParsedConversation => {
  const conversation = toFields(value);
  const id = toId(conversation['conversation_id']) || toId(conversation['id']);
  const title = toText(conversation['title']);
  if (id === '') return { id, title, reason: 'It has no id' };
  if (!isRecord(conversation['mapping'])) return { id, title, reason: 'It has no messages' };
  return buildConversation(Object.entries(conversation['mapping']).map(parseNode), {
    id,
    title,
    createdAt: toTimestamp(conversation['create_time']),
    updatedAt: toTimestamp(conversation['update_time']),
    findLeaf: (nodes) => findLeafAbove(nodes, toText(conversation['current_node'])),
  });
};

/** A generator, so that the caller can yield to other work between conversations. */
export function* parseChatGpt(file: unknown): Generator<ParsedConversation> {
  for (const value of toList(file)) yield parseConversation(value);
}
