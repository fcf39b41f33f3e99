import { findFinalArtifacts, type ReadableAnswer, toArtifactFile } from '../shared/artifact-blocks.ts';
import type { ArtifactVersions } from '../shared/artifact-versions.ts';
import { escapeMarkdown } from '../shared/escape-markdown.ts';
import { pathTo } from '../shared/message-tree.ts';
import { OUTSIDE_FORMS, readOutside, writeEditedArtifacts } from '../shared/outside-chat.ts';
import { cutOf } from '../shared/reply-status.ts';
import type { Chat, SavedChat } from './chats.ts';
import type { Image, Message, Source } from './common.ts';
import { formatCorrections, formatSources } from './document-markdown.ts';

const dayOf = (time: string): string => time.slice(0, 10);

const filesLine = ({ fileIds = [] }: Message): string[] =>
  fileIds.length === 0 ? [] : [`*${fileIds.length === 1 ? '1 file' : `${fileIds.length} files`} attached*`];

const ENDINGS = {
  complete: null,
  streaming: null,
  stopped: 'The reply was stopped.',
  interrupted: 'The reply was interrupted.',
  error: 'The reply failed.',
  length: 'The reply reached its length limit.',
  filtered: 'The AI service ended this reply because of its content rules.',
} as const;

/** Why an answer is not whole. */
const endingLine = (message: Message): string[] => {
  const ending = ENDINGS[cutOf(message) ?? message.status];
  return ending === null ? [] : [`*${ending}*`];
};

const turnMarkdown = (message: Message): string => {
  const { role, content, details } = message;
  const { sources = [], synthesis = '', corrections = [] } = details ?? {};
  return [
    role === 'user' ? '## You' : '## Parley',
    ...(content.trim() === '' ? [] : [content.trim()]),
    ...filesLine(message),
    ...endingLine(message),
    ...(synthesis.trim() === '' ? [] : ['**In short**', synthesis.trim()]),
    ...(corrections.length === 0 ? [] : ['**Corrected after checking**', formatCorrections(corrections)]),
    ...(sources.length === 0 ? [] : ['**Sources**', formatSources(sources)]),
  ].join('\n\n');
};

const isWhole = ({ status }: Message): boolean => status !== 'streaming';

const toReadable = ({ content, details }: Pick<Message, 'content' | 'details'>): ReadableAnswer => ({
  text: content,
  own: details?.ownVersions,
});

/** What the answers of a path made, as it stands at its end. */
export const finalArtifactsOf = (path: readonly Pick<Message, 'id' | 'role' | 'content' | 'status' | 'details'>[]) =>
  findFinalArtifacts(
    path
      .filter(({ role, status }) => role === 'assistant' && status !== 'streaming')
      .map((answer) => ({ id: answer.id, ...toReadable(answer) })),
  );

const artifactsMarkdown = (path: readonly Message[]): readonly string[] => {
  const edited = writeEditedArtifacts(finalArtifactsOf(path));
  return edited.length === 0 ? [] : ['## Artifacts', ...edited];
};

/** The turns as they are read outside of the chat: charts as tables, and of edits what they change. */
const readableTurns = (path: readonly Message[]): readonly Message[] => {
  let versions: ArtifactVersions | undefined;
  return path.filter(isWhole).map((message) => {
    if (message.role === 'user') return message;
    const read = readOutside(toReadable(message), OUTSIDE_FORMS.conversation, versions);
    versions = read.versions;
    return { ...message, content: read.text };
  });
};

/**
 * The shown path of a chat as Markdown, oldest turn first, each answer with its sources; at the end the artifacts that
 * edits have changed.
 */
export const toChatMarkdown = (
  { title, createdAt }: Pick<Chat, 'title' | 'createdAt'>,
  path: readonly Message[],
): string =>
  `${[
    `# ${escapeMarkdown(title)}`,
    `*${dayOf(createdAt)}*`,
    ...readableTurns(path).map(turnMarkdown),
    ...artifactsMarkdown(path),
  ].join('\n\n')}\n`;

/** Turns in an order in which each parent comes before its children, as the import needs. */
const parentsFirst = (messages: readonly Message[]): readonly Message[] => {
  const children = new Map<string | null, Message[]>();
  const ids = new Set(messages.map(({ id }) => id));
  for (const message of messages) {
    const parent = message.parentId !== null && ids.has(message.parentId) ? message.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), message]);
  }
  const ordered: Message[] = [];
  for (
    let level = children.get(null) ?? [];
    level.length > 0;
    level = level.flatMap(({ id }) => children.get(id) ?? [])
  )
    ordered.push(...level);
  return ordered;
};

/** Signed image URLs are valid on this server only, and for a limited time. */
const withoutPreview = ({ url, alt, caption, source }: Image) => ({ url, alt, caption, source });
const withoutIcon = ({ id, title, url, snippet }: Source) => ({ id, title, url, snippet });

const exportedDetails = (details: Message['details'] & object) => ({
  ...details,
  sources: details.sources.map(withoutIcon),
  images: details.images.map(withoutPreview),
  relatedQuestions: [...details.relatedQuestions],
  ownVersions: details.ownVersions?.slice(),
});

const exportedMessage = ({ details, ...message }: Message) => ({
  ...message,
  ...(details ? { details: exportedDetails(details) } : {}),
});

export interface ChatFile {
  readonly chatId: string;
  readonly chat: Omit<SavedChat, 'messages'> & {
    readonly messages: readonly ReturnType<typeof exportedMessage>[];
    readonly artifacts: readonly ReturnType<typeof toArtifactFile>[];
  };
}

/**
 * A chat with every version of every turn, as `POST /api/progress/chat` accepts it. Of the details it takes the
 * person's own versions and what was found on the web; fields that it ignores (model, status, other details,
 * artifacts) are for other programs.
 */
export const toChatFile = (chat: Chat): ChatFile => {
  const messages = parentsFirst([...chat.messages, ...chat.otherVersions].filter(isWhole));
  const ids = new Set(messages.map(({ id }) => id));
  const { id, title, createdAt, updatedAt, lastUpdated, gptType, sources, images, relatedQuestions } = chat;
  const leafId =
    chat.leafId !== null && ids.has(chat.leafId) ? chat.leafId : (chat.messages.findLast(isWhole)?.id ?? null);
  return {
    chatId: id,
    chat: {
      id,
      title,
      createdAt,
      updatedAt,
      lastUpdated,
      gptType,
      leafId,
      relatedQuestions: [...relatedQuestions],
      messages: messages.map(exportedMessage),
      sources: sources.map(withoutIcon),
      images: images.map(withoutPreview),
      artifacts: finalArtifactsOf(pathTo(messages, leafId)).map(toArtifactFile),
    },
  };
};
