import { ModelError } from '../errors.ts';
import type { LanguageModels } from '../models/ports.ts';
import {
  type AddFileContext,
  type FileContextInput,
  publishFileSources,
  type RequestWithFiles,
} from './add-file-context.ts';
import type { ReplyOutcome } from './reply-outcome.ts';
import { type ModelAnswer, streamModel } from './stream-model.ts';
import type { ReplyTranscript } from './transcript.ts';

interface FileAnswer extends FileContextInput, Pick<ModelAnswer, 'cachedText'> {}

interface AnswerTools {
  readonly addFileContext: AddFileContext;
  readonly transcript: ReplyTranscript;
  /** `leavesOut`: a conversation that is too long loses its oldest messages. */
  readonly modelsFor: (leavesOut: boolean) => LanguageModels;
}

/**
 * Publishes what a model answers from files. While it finds them too long, they are shortened and it is asked again at
 * once: nobody knows what an unlisted model takes until it refuses. Only files that cannot take less cost the beginning
 * of the conversation. Throws `ModelError`.
 */
export const streamWithFiles = async (input: FileAnswer, tools: AnswerTools): Promise<ReplyOutcome> => {
  const { addFileContext, modelsFor } = tools;
  let current = await addFileContext.execute(input);
  const keepingAll = modelsFor(false);
  while (current.context) {
    const outcome = await streamUnlessTooLong(input, current, keepingAll, tools);
    if (outcome) return outcome;
    const shorter = await addFileContext.shorten(input, current);
    if (!shorter) break;
    current = shorter;
  }
  return stream(input, current, modelsFor(true), tools);
};

const stream = (
  input: FileAnswer,
  asked: RequestWithFiles,
  models: LanguageModels,
  { transcript }: AnswerTools,
): Promise<ReplyOutcome> => {
  const onStart = () => publishFileSources(input.active, transcript, asked);
  return streamModel({ ...input, request: asked.request, onStart }, models, transcript);
};

/** Undefined: the model refused it before the first word. */
const streamUnlessTooLong = async (
  input: FileAnswer,
  asked: RequestWithFiles,
  models: LanguageModels,
  tools: AnswerTools,
): Promise<ReplyOutcome | undefined> => {
  try {
    return await stream(input, asked, models, tools);
  } catch (error) {
    const { texts, detailEvents } = tools.transcript;
    const hasStarted = texts.length > 0 || detailEvents.some(({ type }) => type === 'sources' || type === 'thinking');
    if (hasStarted || !(error instanceof ModelError) || !error.tooLong) throw error;
    return undefined;
  }
};
