import {
  conversationOf,
  fieldsOf,
  idOf,
  isObject,
  listOf,
  momentOf,
  type Node,
  type Read,
  textOf,
} from './conversation.ts';

/** LibreChat exports one conversation a file; several of them may stand in a list. Its messages name each other, or stand in each other. */
const isConversation = (value: unknown): boolean => {
  const { conversationId, messages, messagesTree } = fieldsOf(value);
  return typeof conversationId === 'string' && (Array.isArray(messages) || Array.isArray(messagesTree));
};

export const isLibreChat = (file: unknown): boolean => isConversation(file) || listOf(file).some(isConversation);

/** The parent of a first message. */
const NONE = '00000000-0000-0000-0000-000000000000';
const DEPTH = 5000;

const contentOf = (message: Readonly<Record<string, unknown>>): string => {
  const text = textOf(message['text']);
  if (text !== '') return text.trim();
  const parts = listOf(message['content']).map((part) => {
    const { type, text: said } = fieldsOf(part);
    return type === 'text' ? textOf(said) || textOf(fieldsOf(said)['value']) : '';
  });
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .trim();
};

const nodeOf = (message: Readonly<Record<string, unknown>>, above: string | null): Node => {
  const parent = idOf(message['parentMessageId']);
  const text = contentOf(message);
  const role =
    message['isCreatedByUser'] === true || textOf(message['sender']).toLowerCase() === 'user' ? 'user' : 'assistant';
  const at = momentOf(message['createdAt']);
  return {
    id: idOf(message['messageId']),
    parentId: parent === '' ? above : parent === NONE ? null : parent,
    turn:
      text === ''
        ? undefined
        : { role, text, at, model: role === 'assistant' ? textOf(message['model']) || null : null },
  };
};

/** All messages, those that stand within others too, each after the one it stands in. */
const flattened = (messages: readonly unknown[]): Node[] => {
  const nodes: Node[] = [];
  let level: { readonly message: unknown; readonly above: string | null }[] = messages.map((message) => ({
    message,
    above: null,
  }));
  for (let depth = 0; level.length > 0 && depth < DEPTH; depth += 1) {
    const next: typeof level = [];
    for (const { message, above } of level) {
      const node = nodeOf(fieldsOf(message), above);
      if (node.id === '') continue;
      nodes.push(node);
      for (const child of listOf(fieldsOf(message)['children'])) next.push({ message: child, above: node.id });
    }
    level = next;
  }
  return nodes;
};

/** The branch that was written to last. */
const newest = (nodes: readonly Node[]): string | undefined => {
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const ends = nodes.filter(({ id, turn }) => turn && !parents.has(id));
  return ends.reduce<Node | undefined>(
    (best, node) => ((node.turn?.at ?? 0) >= (best?.turn?.at ?? 0) ? node : best),
    undefined,
  )?.id;
};

const readOne = (value: unknown): Read => {
  const file = fieldsOf(value);
  const id = idOf(file['conversationId']);
  const title = textOf(file['title']);
  if (!isConversation(value)) return { id, title, reason: 'It has no messages' };
  const nodes = flattened(Array.isArray(file['messages']) ? file['messages'] : listOf(file['messagesTree']));
  const times = nodes.flatMap(({ turn }) => turn?.at ?? []).toSorted((a, b) => a - b);
  return conversationOf(linear(nodes), {
    id,
    title,
    createdAt: momentOf(file['createdAt']) ?? times[0],
    updatedAt: momentOf(file['updatedAt']) ?? times.at(-1),
    leafOf: newest,
  });
};

/** Exports without branches may leave the parents out: then one message follows the other. */
const linear = (nodes: readonly Node[]): readonly Node[] => {
  const named = nodes.some(({ parentId }) => parentId !== null);
  return named ? nodes : nodes.map((node, index) => ({ ...node, parentId: nodes[index - 1]?.id ?? null }));
};

export function* readLibreChat(file: unknown): Generator<Read> {
  for (const value of isObject(file) ? [file] : listOf(file)) yield readOne(value);
}
