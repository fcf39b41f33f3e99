import { type Image, MAX_IMAGES, MAX_SOURCES, type Source } from './chat.ts';
import type { ReplyDetails, Step } from './details.ts';
import type { Evidence } from './ports.ts';
import type { ReplyEvent } from './reply.ts';

const BLANK: ReplyDetails = {
  steps: [],
  thinking: '',
  sources: [],
  images: [],
  citations: null,
  document: null,
  relatedQuestions: [],
};

/** The first of each address, in the order they came, at most `most`. */
const merged = <T extends { readonly url: string }>(
  known: readonly T[],
  more: readonly T[],
  most: number,
): readonly T[] => {
  const all = [...known];
  for (const each of more) if (!all.some(({ url }) => url === each.url)) all.push(each);
  return all.slice(0, most);
};

const withStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.some(({ id }) => id === step.id) ? steps.map((each) => (each.id === step.id ? step : each)) : [...steps, step];

const grown = (details: ReplyDetails, event: ReplyEvent): ReplyDetails => {
  if (event.type === 'step') return { ...details, steps: withStep(details.steps, event.step) };
  if (event.type === 'thinking') return { ...details, thinking: details.thinking + event.text };
  if (event.type === 'sources')
    return { ...details, sources: merged<Source>(details.sources, event.sources, MAX_SOURCES) };
  if (event.type === 'images') return { ...details, images: merged<Image>(details.images, event.images, MAX_IMAGES) };
  if (event.type === 'citations') return { ...details, citations: event.citations };
  return details;
};

/** A step that nobody works on any more has failed. */
const settled = (step: Step): Step => (step.state === 'running' ? { ...step, state: 'failed' } : step);

/** What a run of events adds up to besides its text; null when there is nothing. `over`: nothing follows. */
export const detailsOf = (events: Iterable<ReplyEvent>, over: boolean): ReplyDetails | null => {
  let details = BLANK;
  for (const event of events) details = grown(details, event);
  if (details === BLANK) return null;
  return over ? { ...details, steps: details.steps.map(settled) } : details;
};

/** What the tools brought of each address. */
export const evidenceOf = (events: Iterable<ReplyEvent>): Evidence[] => {
  const evidence: Evidence[] = [];
  for (const event of events) {
    if (event.type !== 'tool_result') continue;
    for (const { url, snippet, content } of event.results) {
      if (url !== '') evidence.push({ url, text: [snippet, content].filter(Boolean).join('\n') });
    }
  }
  return evidence;
};
