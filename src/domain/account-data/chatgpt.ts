import { writeBlock } from '../../shared/artifact-edit.ts';
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
import { IMAGE, inBrackets, replaceMarks, writeFileName, writeLink, writeParagraphs } from './imported-markdown.ts';

type Fields = Readonly<Record<string, unknown>>;

/** ChatGPT's conversations.json: a list of conversations, each with its messages as a map of nodes. */
export const isChatGpt = (file: unknown): boolean =>
  toConversations(file).some((each) => isRecord(toFields(each)['mapping']));

const parseRole = (author: unknown): 'user' | 'assistant' | undefined => {
  const { role } = toFields(author);
  return role === 'user' || role === 'assistant' ? role : undefined;
};

/**
 * Where ChatGPT set a source or the like into a text: signs that are no letters around words for programs, or in older
 * conversations the number of a message with a place in it, or a file: `【4†source】`, `【7†L10-L20】`, `【1:2†a.pdf】`.
 */
const MARK = /[ \t]?(?:\uE200[^\uE200\uE201]*\uE201|【(\d{1,5})(?::\d{1,5})?†([^【】\n]{0,200})】)/g;
/** What such a mark says of no file. */
const PLACE = /^(?:source|L\d+(?:-L\d+)?)?$/;

/** What the file has for a mark: words of its own, else its pages, else the name of its file. */
const writeReference = (reference: Fields): string => {
  const { alt, items, name } = reference;
  const words = toText(alt);
  if (words !== '') return words;
  return inBrackets([reference, ...toList(items)].map(writeLink)) || inBrackets([escapeMarkdown(toText(name))]);
};

const MAX_MARK_LENGTH = 1000;

/** Undefined for a place that is no mark's: long texts are slow keys. */
const markAt = (text: string, from: unknown, to: unknown): string | undefined => {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return from >= 0 && to > from && to - from <= MAX_MARK_LENGTH ? text.slice(from, to) : undefined;
};

/** By the mark, and in older conversations by the number in it. */
const listLinks = (text: string, { content_references: references, citations }: Fields): Map<string, string> => {
  const links = new Map<string, string>();
  for (const citation of toList(citations)) {
    const { start_ix: from, end_ix: to, metadata: page } = toFields(citation);
    const mark = markAt(text, from, to);
    const { cited_message_idx: message } = toFields(toFields(page)['extra']);
    const link = inBrackets([writeLink(page)]);
    if (typeof message === 'number') links.set(String(message), link);
    if (mark !== undefined) links.set(mark, link);
  }
  for (const reference of toList(references).map(toFields))
    links.set(toText(reference['matched_text']).trim(), writeReference(reference));
  return links;
};

/** Marks become the links that the file has for them. */
const resolveMarks = (text: string, metadata: Fields): string => {
  if (!/[\uE200【]/.test(text)) return text;
  const links = listLinks(text, metadata);
  return replaceMarks(text, MARK, ({ 0: mark, 1: message, 2: label = '' }) => {
    const known = links.get(mark.trim()) || links.get(message ?? '');
    const link = known || (PLACE.test(label) ? '' : inBrackets([escapeMarkdown(label)]));
    return link === '' ? '' : `${mark.startsWith('\uE200') ? '' : ' '}${link}`;
  });
};

const writeCode = (text: string, language: string): string =>
  text.trim() === '' ? '' : writeBlock(language, text.split('\n'));

const parseFields = (json: string): Fields => {
  try {
    return toFields(JSON.parse(json));
  } catch {
    return {};
  }
};

const CODE_TYPE = /^code\/([\w+#-]{1,40})$/;

/**
 * The documents that ChatGPT wrote beside a conversation, and what it put in place of their texts. The patterns say
 * where; mostly all of it.
 */
class Canvas {
  #language: string | undefined;

  create(json: string): string {
    const { type, content } = parseFields(json);
    this.#language = CODE_TYPE.exec(toText(type))?.[1];
    return this.#write(toText(content));
  }

  update(json: string): string {
    const texts = toList(parseFields(json)['updates']).map((each) => toText(toFields(each)['replacement']));
    return this.#write(texts.filter((text) => text !== '').join('\n\n'));
  }

  #write(text: string): string {
    return this.#language === undefined ? text : writeCode(text, this.#language);
  }
}

/** What an answer says to a tool is no answer: only code that it ran and documents that it wrote are shown. */
const parseToolCall = (recipient: string, content: unknown, canvas: Canvas): string => {
  const { parts, text } = toFields(content);
  const said = toText(text) || toList(parts).map(toText).join('');
  if (recipient === 'python') return writeCode(said, 'python');
  if (recipient === 'canmore.update_textdoc') return canvas.update(said);
  return recipient === 'canmore.create_textdoc' ? canvas.create(said) : '';
};

const isImage = (part: unknown): boolean => toText(toFields(part)['content_type']).includes('image');

/** The text parts of a message; images become a placeholder. */
const parseContent = (content: unknown): string => {
  const { content_type: kind, parts, text, result } = toFields(content);
  if (kind === 'code') return writeCode(toText(text), '');
  const texts = toList(parts).map((part) => (typeof part === 'string' ? part : parsePart(part)));
  return (texts.length > 0 ? texts.filter((one) => one !== '').join('\n\n') : toText(text) || toText(result)).trim();
};

const parsePart = (part: unknown): string => {
  const { text } = toFields(part);
  return typeof text === 'string' ? text : isImage(part) ? IMAGE : '';
};

/** The names of files that came with a question; images stand among its parts. */
const listAttached = ({ attachments }: Fields): readonly string[] =>
  toList(attachments).flatMap((attachment) => {
    const { name, mime_type: type, mimeType = type } = toFields(attachment);
    return toText(mimeType).startsWith('image/') ? [] : writeFileName(toText(name));
  });

/** A picture that a tool drew is an answer; what else tools say is for the model. */
const parseDrawn = (content: unknown): string =>
  toList(toFields(content)['parts'])
    .filter((part) => {
      const { dalle, generation } = toFields(toFields(part)['metadata']);
      return isImage(part) && (isRecord(dalle) || isRecord(generation));
    })
    .map(() => IMAGE)
    .join('\n\n');

const parseText = ({ content, recipient, metadata }: Fields, canvas: Canvas): string => {
  const fields = toFields(metadata);
  if (fields['is_visually_hidden_from_conversation'] === true) return '';
  const tool = toText(recipient);
  if (tool !== '' && tool !== 'all') return parseToolCall(tool, content, canvas);
  return writeParagraphs([...listAttached(fields), resolveMarks(parseContent(content), fields)]);
};

const parseTurn = (message: Fields, canvas: Canvas): Node['turn'] => {
  const isTool = toFields(message['author'])['role'] === 'tool';
  const role = isTool ? 'assistant' : parseRole(message['author']);
  const text = isTool ? parseDrawn(message['content']) : role ? parseText(message, canvas) : '';
  if (!role || text === '') return undefined;
  const model = role === 'assistant' ? toText(toFields(message['metadata'])['model_slug']) || null : null;
  return { role, text, at: toTimestamp(message['create_time']), model };
};

const parseNodes = (mapping: Fields): readonly Node[] => {
  const canvas = new Canvas();
  return Object.entries(mapping).map(([id, value]) => {
    const { message, parent } = toFields(value);
    const parentId = typeof parent === 'string' ? parent : null;
    return { id, parentId, turn: parseTurn(toFields(message), canvas) };
  });
};

const parseConversation = (value: unknown): ParsedConversation => {
  const conversation = toFields(value);
  const id = toId(conversation['conversation_id']) || toId(conversation['id']);
  const title = toText(conversation['title']);
  if (id === '') return { id, title, skip: { key: 'noId' } };
  if (!isRecord(conversation['mapping'])) return { id, title, skip: { key: 'noMessages' } };
  const nodes = parseNodes(conversation['mapping']);
  const times = timesOf(nodes);
  return buildConversation(nodes, {
    id,
    title,
    createdAt: toTimestamp(conversation['create_time']) ?? times[0],
    updatedAt: toTimestamp(conversation['update_time']) ?? times.at(-1),
    ...toPlace({
      pinnedAt: conversation['pinned_time'],
      isPinned: conversation['is_starred'],
      isArchived: conversation['is_archived'],
    }),
    findLeaf: (all) => findLeafAbove(all, toText(conversation['current_node'])),
  });
};

/** A generator, so that the caller can yield to other work between conversations. */
export function* parseChatGpt(file: unknown): Generator<ParsedConversation> {
  for (const value of toConversations(file)) yield parseConversation(value);
}
