import {
  conversationOf,
  fieldsOf,
  idOf,
  isObject,
  leafAbove,
  listOf,
  momentOf,
  type Node,
  type Read,
  textOf,
} from './conversation.ts';

/** ChatGPT's conversations.json: a list of conversations, each with its turns as a map of nodes. */
export const isChatGpt = (file: unknown): boolean => listOf(file).some((each) => isObject(fieldsOf(each)['mapping']));

const roleOf = (author: unknown): 'user' | 'assistant' | undefined => {
  const { role } = fieldsOf(author);
  return role === 'user' || role === 'assistant' ? role : undefined;
};

/** The texts of a message; pictures and other parts that are no text are named. */
const contentOf = (content: unknown): string => {
  const { content_type: kind, parts, text, result } = fieldsOf(content);
  if (kind === 'code') return textOf(text) === '' ? '' : `\`\`\`\n${textOf(text)}\n\`\`\``;
  const said = listOf(parts).map((part) => (typeof part === 'string' ? part : partOf(part)));
  return (said.length > 0 ? said.filter((one) => one !== '').join('\n\n') : textOf(text) || textOf(result)).trim();
};

const partOf = (part: unknown): string => {
  const { content_type: kind, text } = fieldsOf(part);
  if (typeof text === 'string') return text;
  return typeof kind === 'string' && kind.includes('image') ? '*(image)*' : '';
};

const nodeOf = ([id, value]: [string, unknown]): Node => {
  const { message, parent } = fieldsOf(value);
  const { author, content, create_time: at, metadata } = fieldsOf(message);
  const role = roleOf(author);
  const { is_visually_hidden_from_conversation: hidden, model_slug: model } = fieldsOf(metadata);
  const text = role && hidden !== true ? contentOf(content) : '';
  const turn =
    role && text !== ''
      ? { role, text, at: momentOf(at), model: role === 'assistant' ? textOf(model) || null : null }
      : undefined;
  return { id, parentId: typeof parent === 'string' ? parent : null, turn };
};

const readOne = (value: unknown): Read => {
  const conversation = fieldsOf(value);
  const id = idOf(conversation['conversation_id']) || idOf(conversation['id']);
  const title = textOf(conversation['title']);
  if (id === '') return { id, title, reason: 'It has no id' };
  if (!isObject(conversation['mapping'])) return { id, title, reason: 'It has no messages' };
  return conversationOf(Object.entries(conversation['mapping']).map(nodeOf), {
    id,
    title,
    createdAt: momentOf(conversation['create_time']),
    updatedAt: momentOf(conversation['update_time']),
    leafOf: (nodes) => leafAbove(nodes, textOf(conversation['current_node'])),
  });
};

/** One after the other, so that whoever reads may let others have their turn in between. */
export function* readChatGpt(file: unknown): Generator<Read> {
  for (const value of listOf(file)) yield readOne(value);
}
