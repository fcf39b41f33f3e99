import { isRecord } from '../../shared/schema.ts';
import {
  buildConversation,
  toFields,
  toId,
  toList,
  timesOf,
  toTimestamp,
  type Node,
  type ParsedConversation,
  toText,
} from './imported-conversation.ts';

/**
 * LibreChat exports one conversation per file, or several in a list. Messages refer to their parent or are nested in
 * it.
 */
const isConversation = (value: unknown): boolean => {
  const { conversationId, messages, messagesTree } = toFields(value);
  return typeof conversationId === 'string' && (Array.isArray(messages) || Array.isArray(messagesTree));
};

export const isLibreChat = (file: unknown): boolean => isConversation(file) || toList(file).some(isConversation);

/** The parent id of a first message. */
const ROOT_PARENT_ID = '00000000-0000-0000-0000-000000000000';
const MAX_DEPTH = 5000;

const parseContent = (message: Readonly<Record<string, unknown>>): string => {
  const text = toText(message['text']);
  if (text !== '') return text.trim();
  const parts = toList(message['content']).map((part) => {
    const { type, text: value } = toFields(part);
    return type === 'text' ? toText(value) || toText(toFields(value)['value']) : '';
  });
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .trim();
};

const parseNode = (message: Readonly<Record<string, unknown>>, above: string | null): Node => {
  const parent = toId(message['parentMessageId']);
  const text = parseContent(message);
  const role =
    message['isCreatedByUser'] === true || toText(message['sender']).toLowerCase() === 'user' ? 'user' : 'assistant';
  const at = toTimestamp(message['createdAt']);
  return {
    id: toId(message['messageId']),
    parentId: parent === '' ? above : parent === ROOT_PARENT_ID ? null : parent,
    turn:
      text === ''
        ? undefined
        : { role, text, at, model: role === 'assistant' ? toText(message['model']) || null : null },
  };
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

/** The end of the branch that was written to last. */
const findNewestLeaf = (nodes: readonly Node[]): string | undefined => {
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const ends = nodes.filter(({ id, turn }) => turn && !parents.has(id));
  return ends.reduce<Node | undefined>(
    (best, node) => ((node.turn?.at ?? 0) >= (best?.turn?.at ?? 0) ? node : best),
    undefined,
  )?.id;
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
    findLeaf: findNewestLeaf,
  });
};

/** Exports without branches may omit the parents: then each message follows the one before. */
const linkSequentially = (nodes: readonly Node[]): readonly Node[] => {
  const named = nodes.some(({ parentId }) => parentId !== null);
  return named ? nodes : nodes.map((node, index) => ({ ...node, parentId: nodes[index - 1]?.id ?? null }));
};

export function* parseLibreChat(file: unknown): Generator<ParsedConversation> {
  for (const value of isRecord(file) ? [file] : toList(file)) yield parseConversation(value);
}
