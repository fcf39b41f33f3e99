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

/** Open WebUI's export: a list of rows whose `chat` holds the messages, as a history of nodes or as a plain list. */
export const isOpenWebUi = (file: unknown): boolean =>
  listOf(file).some((each) => {
    const chat = fieldsOf(fieldsOf(each)['chat']);
    return isObject(chat['history']) || Array.isArray(chat['messages']);
  });

const contentOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOf(fieldsOf(part)['text']))
        .filter((text) => text !== '')
        .join('\n\n');

const turnOf = (message: Readonly<Record<string, unknown>>): Node['turn'] => {
  const { role, content, timestamp, model } = message;
  const text = contentOf(content).trim();
  if ((role !== 'user' && role !== 'assistant') || text === '') return undefined;
  return { role, text, at: momentOf(timestamp), model: role === 'assistant' ? textOf(model) || null : null };
};

const fromHistory = (messages: Readonly<Record<string, unknown>>): Node[] =>
  Object.entries(messages).map(([id, value]) => {
    const message = fieldsOf(value);
    return { id, parentId: idOf(message['parentId']) || null, turn: turnOf(message) };
  });

/** Older exports: one message after the other. */
const fromList = (messages: readonly unknown[]): Node[] => {
  const ids = messages.map((value, index) => idOf(fieldsOf(value)['id']) || `turn-${index}`);
  return messages.map((value, index) => ({
    id: ids[index] ?? '',
    parentId: ids[index - 1] ?? null,
    turn: turnOf(fieldsOf(value)),
  }));
};

const readOne = (value: unknown): Read => {
  const row = fieldsOf(value);
  const chat = fieldsOf(row['chat']);
  const id = idOf(row['id']) || idOf(chat['id']);
  const title = textOf(row['title']) || textOf(chat['title']);
  if (id === '') return { id, title, reason: 'It has no id' };
  const history = fieldsOf(chat['history']);
  return conversationOf(
    isObject(history['messages']) ? fromHistory(history['messages']) : fromList(listOf(chat['messages'])),
    {
      id,
      title,
      createdAt: momentOf(row['created_at']) ?? momentOf(chat['timestamp']),
      updatedAt: momentOf(row['updated_at']),
      leafOf: (nodes) => leafAbove(nodes, idOf(history['currentId']) || (nodes.at(-1)?.id ?? '')),
    },
  );
};

export function* readOpenWebUi(file: unknown): Generator<Read> {
  for (const value of listOf(file)) yield readOne(value);
}
