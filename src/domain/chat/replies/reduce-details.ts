import { type Image, MAX_IMAGES, MAX_SOURCES, type Source } from '../conversations/chat.ts';
import type { ReplyDetails, Step } from './details.ts';
import type { Evidence } from '../conversations/ports.ts';
import type { ReplyEvent } from './reply.ts';

const EMPTY_DETAILS: ReplyDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  document: null,
  relatedQuestions: [],
};

/** The first of each address, in the order they came, at most `most`. */
const mergeByUrl = <T extends { readonly url: string }>(
  existing: readonly T[],
  added: readonly T[],
  max: number,
): readonly T[] => {
  const all = [...existing];
  for (const each of added) if (!all.some(({ url }) => url === each.url)) all.push(each);
  return all.slice(0, max);
};

const upsertStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.some(({ id }) => id === step.id) ? steps.map((each) => (each.id === step.id ? step : each)) : [...steps, step];

const applyEvent = (details: ReplyDetails, event: ReplyEvent): ReplyDetails => {
  if (event.type === 'step') return { ...details, steps: upsertStep(details.steps, event.step) };
  if (event.type === 'thinking') return { ...details, thinking: details.thinking + event.text };
  if (event.type === 'sources')
    return { ...details, sources: mergeByUrl<Source>(details.sources, event.sources, MAX_SOURCES) };
  if (event.type === 'images')
    return { ...details, images: mergeByUrl<Image>(details.images, event.images, MAX_IMAGES) };
  if (event.type === 'citations') return { ...details, citations: event.citations };
  return details;
};

/** A step that nobody works on any more has failed. */
const failRunningStep = (step: Step): Step => (step.state === 'running' ? { ...step, state: 'failed' } : step);

/** What a run of events adds up to besides its text; null when there is nothing. `over`: nothing follows. */
export const reduceDetails = (events: Iterable<ReplyEvent>, isFinal: boolean): ReplyDetails | null => {
  let details = EMPTY_DETAILS;
  for (const event of events) details = applyEvent(details, event);
  if (details === EMPTY_DETAILS) return null;
  return isFinal ? { ...details, steps: details.steps.map(failRunningStep) } : details;
};

/** What the tools brought of each address. */
export const collectEvidence = (events: Iterable<ReplyEvent>): Evidence[] => {
  const evidence: Evidence[] = [];
  for (const event of events) {
    if (event.type !== 'tool_result') continue;
    for (const { url, snippet, content } of event.results) {
      if (url !== '') evidence.push({ url, text: [snippet, content].filter(Boolean).join('\n') });
    }
  }
  return evidence;
};
