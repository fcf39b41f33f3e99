import { toChatFile, toChatMarkdown } from '../../../src/contract/chat-export.ts';
import type { Chat } from '../../../src/contract/chats.ts';
import type { Message } from '../../../src/contract/common.ts';
import { sanitizeMarkdown } from '../../ui/markdown/sanitize-markdown.ts';

export interface LoadedChat {
  readonly chat: Chat;
  /** The turns that the reader sees, oldest first. */
  readonly path: readonly Message[];
}

/** The file is opened by other programs, which load what they show: it holds no pictures of other hosts. */
const toMarkdown = ({ chat, path }: LoadedChat): string =>
  toChatMarkdown(
    chat,
    path.map(({ content, details, ...message }) => ({
      ...message,
      content: sanitizeMarkdown(content),
      details: details && {
        ...details,
        synthesis: sanitizeMarkdown(details.synthesis),
        corrections: details.corrections.map(({ at, before, after }) => ({
          at,
          before: sanitizeMarkdown(before),
          after: sanitizeMarkdown(after),
        })),
      },
    })),
  );

/** What the reader is given of a chat, by the format. */
export const writeChatFile = {
  markdown: toMarkdown,
  json: ({ chat }: LoadedChat): string => `${JSON.stringify(toChatFile(chat), null, 2)}\n`,
} as const;
