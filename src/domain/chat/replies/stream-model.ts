import { LeadingThoughts, type ScannedText } from '../../kernel/leading-thoughts.ts';
import type { CutReason, LanguageModels, ModelEvent, ModelRequest } from '../models/ports.ts';
import type { ActiveReply } from './active-reply.ts';
import { onlyThoughts, outcomeOfCut, type ReplyOutcome } from './reply-outcome.ts';
import type { ReplyTranscript } from './transcript.ts';

export interface ModelAnswer {
  readonly active: ActiveReply;
  readonly request: ModelRequest;
  /** An earlier answer to the same request. */
  readonly cachedText?: string | undefined;
  /** Called before the first event. */
  readonly onStart: () => void;
}

/** Publishes what a model answers without an agent, or the cached answer. Throws `ModelError`. */
export const streamModel = async (
  { active, cachedText, request, onStart }: ModelAnswer,
  metered: LanguageModels,
  transcript: ReplyTranscript,
): Promise<ReplyOutcome> => {
  const { signal } = active.abort;
  const events = cachedText === undefined ? metered.reply(request, signal) : replayCached(cachedText);
  let cut: CutReason | undefined;
  const scanner = new LeadingThoughts();
  let hasStarted = false;
  for await (const event of events) {
    if (!hasStarted) onStart();
    hasStarted = true;
    if (event.type === 'text') publishTexts(active, transcript, scanner.feed(event.text));
    else if (event.type === 'thinking') publishTexts(active, transcript, [{ inside: true, text: event.text }]);
    else if (event.type === 'end' && (event.reason === 'length' || event.reason === 'filtered')) cut = event.reason;
  }
  publishTexts(active, transcript, scanner.flush());
  signal.throwIfAborted(); // an aborted model ends silently
  if (transcript.texts.length === 0) publishThoughtsAsText(active, transcript, cut);
  return outcomeOfCut(cut);
};

/** Reasoning models may write their thoughts as text. */
const publishTexts = (active: ActiveReply, transcript: ReplyTranscript, pieces: readonly ScannedText[]): void => {
  for (const { inside, text } of pieces) {
    const event = { type: inside ? 'thinking' : 'text', text } as const;
    if (transcript.add(event)) active.publish([event]);
  }
};

/** Some models and servers put the whole answer into the thoughts. Throws where these were cut or there are none. */
const publishThoughtsAsText = (active: ActiveReply, transcript: ReplyTranscript, cut: CutReason | undefined): void => {
  const thoughts = transcript.detailEvents.map((event) => (event.type === 'thinking' ? event.text : '')).join('');
  if (cut !== undefined || thoughts.trim() === '') throw onlyThoughts(cut);
  publishTexts(active, transcript, [{ inside: false, text: thoughts.trim() }]);
};

async function* replayCached(text: string): AsyncGenerator<ModelEvent> {
  yield { type: 'text', text };
  yield { type: 'end', reason: 'stop' };
}
