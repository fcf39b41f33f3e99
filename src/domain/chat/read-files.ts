import type { Heard } from './heard.ts';
import type { LiveReply } from './live-reply.ts';
import type { AttachedFiles, FileQuestion, ModelMessage, ModelRequest } from './ports.ts';
import type { ReplyEvent } from './reply.ts';

/** The files of a question and of the turns before it. */
export interface FilesRun extends Pick<FileQuestion, 'fileIds' | 'earlier'> {
  readonly ownerId: string;
}

interface Reading {
  readonly live: LiveReply;
  readonly request: ModelRequest;
  readonly question: string;
  readonly files: FilesRun | undefined;
}

/** Brings the files of a conversation into what the model is told, and tells their sources before the first word. */
export class ReadFiles {
  private readonly attached: AttachedFiles;

  constructor(attached: AttachedFiles) {
    this.attached = attached;
  }

  /** The request with the files in it. */
  async execute({ live, request, question, files }: Reading, heard: Heard): Promise<ModelRequest> {
    if (!files) return request;
    const { ownerId, fileIds, earlier } = files;
    const asked = { replyId: live.reply.id, text: question, fileIds, earlier };
    const context = await this.attached.read(ownerId, asked, live.abort.signal);
    if (!context) return request;
    if (context.sources.length > 0) {
      const event: ReplyEvent = { type: 'sources', sources: context.sources };
      heard.facts.push(event);
      heard.evidence.push(...context.evidence);
      live.publish([event]);
    }
    return { ...request, messages: withFiles(request.messages, context.text) };
  }
}

/** In the system's turn: addresses and orders in a file are then never taken for the person's own. */
const withFiles = (messages: readonly ModelMessage[], text: string): ModelMessage[] => {
  const [first, ...rest] = messages;
  if (first?.role === 'system') return [{ role: 'system', content: `${first.content}\n\n${text}` }, ...rest];
  return [{ role: 'system', content: text }, ...messages];
};
