import { writeBlock } from '../../shared/artifact-edit.ts';
import {
  buildConversation,
  toConversations,
  toPlace,
  findLeafAbove,
  findNewestLeaf,
  linkSequentially,
  type Node,
  type ParsedConversation,
  timesOf,
  toFields,
  toId,
  toList,
  toText,
  toTimestamp,
} from './imported-conversation.ts';
import { inBrackets, writeFileName, writeLink, writeParagraphs } from './imported-markdown.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Claude's conversations.json: a list of conversations, each with its messages as a list. */
export const isClaude = (file: unknown): boolean =>
  toConversations(file).some((each) => Array.isArray(toFields(each)['chat_messages']));

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/vnd.ant.react', 'jsx'],
  ['application/vnd.ant.code', ''],
]);

interface Artifact {
  /** Undefined: a text. */
  readonly language: string | undefined;
  readonly content: string;
}

/** A file must not take long to read: what is larger is not changed, and what changed is written alone. */
const MAX_CHANGED_LENGTH = 200_000;
const MAX_SOUGHT_LENGTH = 20_000;
/** Letters of all artifacts that are read again for changes. */
const MAX_REPEATED = 5_000_000;

/** The artifacts of a conversation, each written out again after a change. */
class Artifacts {
  readonly #byId = new Map<string, Artifact>();
  #repeated = 0;

  /** The text after one call. */
  write(input: Fields): string {
    const { id, command, type, language, content, new_str: change } = input;
    const before = this.#byId.get(toText(id));
    if (command === 'update') return this.#change(toText(id), input) ?? toText(change);
    const kind = LANGUAGES.get(toText(type));
    const named = kind === undefined ? before?.language : toText(language) || kind;
    return this.#store(toText(id), { language: named, content: toText(content) });
  }

  #change(id: string, { old_str: old, new_str: text }: Fields): string | undefined {
    const [from, before] = [toText(old), this.#byId.get(id)];
    const isSmall = from.length <= MAX_SOUGHT_LENGTH && (before?.content.length ?? 0) <= MAX_CHANGED_LENGTH;
    if (!before || from === '' || !isSmall || this.#repeated > MAX_REPEATED) return undefined;
    this.#repeated += before.content.length;
    const at = before.content.indexOf(from);
    if (at < 0) return undefined;
    const content = before.content.slice(0, at) + toText(text) + before.content.slice(at + from.length);
    return this.#store(id, { ...before, content });
  }

  #store(id: string, artifact: Artifact): string {
    const { language, content } = artifact;
    this.#byId.set(id, artifact);
    return language === undefined || content.trim() === '' ? content : writeBlock(language, content.split('\n'));
  }
}

const parsePart = (part: unknown, artifacts: Artifacts): string => {
  const { type, text, citations, name, input } = toFields(part);
  if (type === 'tool_use' && name === 'artifacts') return artifacts.write(toFields(input));
  if (type !== 'text') return '';
  const links = inBrackets([...new Set(toList(citations).map(writeLink))]);
  return `${toText(text).trim()}${links === '' ? '' : ` ${links}`}`;
};

/** The names of files, each once, and what was pasted: it has no name. */
const parseFiles = ({ files, attachments }: Fields): readonly string[] => {
  const all = [...toList(attachments), ...toList(files)].map(toFields);
  const names = new Set(all.flatMap(({ file_name: name }) => writeFileName(toText(name))));
  const pasted = all.filter(({ file_name: name }) => toText(name) === '');
  return [...names, ...pasted.map(({ extracted_content: content }) => toText(content))];
};

interface Context {
  readonly model: string | null;
  readonly artifacts: Artifacts;
}

const parseRole = (sender: unknown): 'user' | 'assistant' | undefined =>
  sender === 'human' ? 'user' : sender === 'assistant' ? 'assistant' : undefined;

const parseTurn = (message: Fields, { model, artifacts }: Context): Node['turn'] => {
  const { sender, text, content, created_at: at } = message;
  const role = parseRole(sender);
  const parts = toList(content).map((part) => parsePart(part, artifacts));
  const written = writeParagraphs([...parseFiles(message), ...(parts.length > 0 ? parts : [toText(text)])]);
  if (!role || written === '') return undefined;
  return { role, text: written, at: toTimestamp(at), model: role === 'assistant' ? model : null };
};

const parseNode = (message: Fields, context: Context): Node => {
  const { uuid, parent_message_uuid: parent } = message;
  return { id: toId(uuid), parentId: toId(parent) || null, turn: parseTurn(message, context) };
};

const parseConversation = (value: unknown): ParsedConversation => {
  const conversation = toFields(value);
  const { uuid, name, chat_messages: messages, current_leaf_message_uuid: leaf } = conversation;
  const [id, title] = [toId(uuid), toText(name)];
  if (id === '') return { id, title, skip: { key: 'noId' } };
  const context = { model: toText(conversation['model']) || null, artifacts: new Artifacts() };
  const nodes = linkSequentially(
    toList(messages)
      .map((message) => parseNode(toFields(message), context))
      .filter((node) => node.id !== ''),
  );
  const times = timesOf(nodes);
  return buildConversation(nodes, {
    id,
    title,
    createdAt: toTimestamp(conversation['created_at']) ?? times[0],
    updatedAt: toTimestamp(conversation['updated_at']) ?? times.at(-1),
    ...toPlace({ isPinned: conversation['is_starred'] }),
    findLeaf: (all) => findLeafAbove(all, toId(leaf)) ?? findNewestLeaf(all),
  });
};

export function* parseClaude(file: unknown): Generator<ParsedConversation> {
  for (const value of toConversations(file)) yield parseConversation(value);
}
