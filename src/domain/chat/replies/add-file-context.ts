import { measureTokens } from '../../kernel/estimate-tokens.ts';
import { forNewSources } from '../../kernel/without-citation-marks.ts';
import type { ReplyTranscript } from './transcript.ts';
import type { ActiveReply } from './active-reply.ts';
import type { LanguageModels, ModelMessage, ModelRequest } from '../models/ports.ts';
import type { FileContext, FileContextProvider, FileContextQuery } from './ports/files.ts';
import type { Requester } from './ports/requesters.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

/** The files of a question and of earlier messages. */
export type ConversationFiles = Pick<FileContextQuery, 'fileIds' | 'earlier' | 'requester'>;

/** Undefined without files. */
export const filesOf = (
  requester: Requester,
  fileIds: readonly string[],
  earlier: readonly string[],
): ConversationFiles | undefined =>
  requester.kind === 'user' && fileIds.length + earlier.length > 0 ? { requester, fileIds, earlier } : undefined;

/** The question's first. */
export const listFileIds = (files: ConversationFiles | undefined): readonly string[] =>
  files ? [...files.fileIds, ...files.earlier] : [];

/** The estimate may be off by a tenth; an agent also needs room for its tools and what they find. */
const MODEL_SHARE = 0.9;
const AGENT_SHARE = 0.5;

/** Providers cache no shorter beginnings. */
const MIN_CACHED_TOKENS = 1024;

export interface FileContextInput {
  readonly active: ActiveReply;
  readonly request: ModelRequest;
  readonly question: string;
  readonly files: ConversationFiles | undefined;
  /** Of an agent, which adds tools and what they find. */
  readonly agent: unknown;
}

/** A request with the texts of its files, if it has any. */
export interface RequestWithFiles {
  readonly request: ModelRequest;
  readonly context: FileContext | undefined;
}

/** Adds the files of a conversation to the prompt. */
export class AddFileContext {
  constructor(
    private readonly fileContext: FileContextProvider,
    private readonly models: LanguageModels,
  ) {}

  execute(input: FileContextInput): Promise<RequestWithFiles> {
    return this.build(input, this.roomFor(input.request, input.agent !== undefined));
  }

  /** At most half of what the model refused, or what it turned out to take. Undefined: the files cannot take less. */
  async shorten(input: FileContextInput, refused: RequestWithFiles): Promise<RequestWithFiles | undefined> {
    const tokens = refused.context?.tokens ?? 0;
    const room = this.roomFor(input.request, input.agent !== undefined) ?? Infinity;
    const shorter = await this.build(input, Math.min(room, Math.floor(tokens / 2)));
    return (shorter.context?.tokens ?? 0) < tokens ? shorter : undefined;
  }

  private async build(
    { active, request, question, files }: FileContextInput,
    roomTokens: number | undefined,
  ): Promise<RequestWithFiles> {
    if (!files) return { request, context: undefined };
    const { messages } = request;
    const previous = earlierQuestions(messages);
    const lastAnswer = messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
    const query = { replyId: active.reply.id, text: question, previous, lastAnswer, roomTokens, ...files };
    const context = await this.fileContext.load(query, active.abort.signal);
    if (!context) return { request, context };
    const earlier = context.sources.length > 0 ? forNewSources(messages) : messages;
    const withFiles = withFileContext(earlier, context);
    const { wholeFiles, tokens } = context;
    const stablePrefix = measureTokens(wholeFiles) < MIN_CACHED_TOKENS ? 0 : wholeFiles.length;
    return { request: { ...request, messages: withFiles, fileTokens: tokens, stablePrefix }, context };
  }

  /** What the model takes beside conversation and answer; undefined when that is unknown. */
  private roomFor({ model, messages, maxTokens }: ModelRequest, isAgent: boolean): number | undefined {
    const contextTokens = this.models.routeOf(model)?.contextTokens;
    if (contextTokens === undefined) return undefined;
    const conversation = messages.reduce((tokens, { content }) => tokens + measureTokens(content), 0);
    return Math.floor((contextTokens - maxTokens - conversation) * (isAgent ? AGENT_SHARE : MODEL_SHARE));
  }
}

/** Publishes the sources of files, before the first text. */
export const publishFileSources = (
  active: ActiveReply,
  transcript: ReplyTranscript,
  { context }: RequestWithFiles,
): void => {
  if (!context || context.sources.length === 0) return;
  const event: ReplyEvent = { type: 'sources', sources: context.sources };
  transcript.detailEvents.push(event);
  transcript.evidence.push(...context.evidence);
  active.publish([event]);
};

/** Newest first, without the question itself. */
const earlierQuestions = (messages: readonly ModelMessage[]): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .slice(0, -1)
    .map(({ content }) => content)
    .toReversed();

/**
 * In the system message, so that text in a file is never taken for the user's own. What is the same with every question
 * comes first: providers cache prompts by their beginning.
 */
const withFileContext = (
  messages: readonly ModelMessage[],
  { wholeFiles, excerpts }: Pick<FileContext, 'wholeFiles' | 'excerpts'>,
): ModelMessage[] => {
  const [first, ...rest] = messages;
  const [system, others] = first?.role === 'system' ? [first.content, rest] : ['', messages];
  const content = [wholeFiles, system, excerpts].filter((text) => text !== '').join('\n\n');
  return [{ role: 'system', content }, ...others];
};
