import { applyCorrections } from './apply-corrections.ts';
import { NO_DETAILS, type ReplyDetails, type Step } from './reply-details.ts';
import type { EventOf, EventType, ReplyEvent } from './reply-event.ts';
import type { FinalStatus } from './reply-status.ts';

/** A readable passage each of a full file budget (docs/adr/0054). */
export const MAX_FILE_SOURCES = 48;
export const MAX_WEB_SOURCES = 16;
/** Files first, then web sources. */
export const MAX_SOURCES = MAX_FILE_SOURCES + MAX_WEB_SOURCES;
export const MAX_IMAGES = 16;
const MAX_STEPS = 200;
export const MAX_THINKING_CHARACTERS = 200_000;
const MAX_CITATION_MARKS = 500;
const MAX_RELATED_QUESTIONS = 8;
export const MAX_SYNTHESIS_CHARACTERS = 50_000;

/** The reduced events of a reply. */
export interface ReplyState extends Omit<ReplyDetails, 'document'> {
  readonly meta: EventOf<'meta'> | null;
  readonly text: string;
  /** Null while it streams. */
  readonly status: FinalStatus | null;
  /** What is done with the complete text before the end. */
  readonly finishing: 'checking' | 'saving' | null;
  readonly error: EventOf<'error'> | null;
  /** Of a visitor's answer; by it the server knows the answer again. */
  readonly seal: string | null;
  /** Of the chat, when the answer named it. */
  readonly title: string | null;
  /** Follow-ups included. */
  readonly closed: boolean;
}

export const EMPTY_REPLY: ReplyState = {
  meta: null,
  text: '',
  status: null,
  finishing: null,
  error: null,
  seal: null,
  sources: [],
  images: [],
  steps: [],
  thinking: '',
  citations: null,
  corrections: [],
  title: null,
  relatedQuestions: [],
  synthesis: '',
  insteadOf: null,
  closed: false,
};

/** The first one of each URL, in order, with what later ones add to it. */
const mergeByUrl = <T extends { readonly url: string }>(
  existing: readonly T[],
  added: readonly T[],
  max: number,
): readonly T[] => {
  const byUrl = new Map(existing.map((each) => [each.url, each]));
  for (const each of added) byUrl.set(each.url, { ...each, ...byUrl.get(each.url) });
  return [...byUrl.values()].slice(0, max);
};

const upsertStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.some(({ id }) => id === step.id)
    ? steps.map((each) => (each.id === step.id ? step : each))
    : [...steps, step].slice(0, MAX_STEPS);

/** A step that is running or waiting at the end has failed, and nobody has to answer its question any more. */
const failOpenStep = (step: Step): Step => {
  if (step.state !== 'running' && step.state !== 'waiting') return step;
  const { question } = step;
  const withdrawn = question?.outcome === null ? { question: { ...question, outcome: 'withdrawn' as const } } : {};
  return { ...step, state: 'failed', ...withdrawn };
};

const REDUCERS: { readonly [T in EventType]: (state: ReplyState, event: EventOf<T>) => Partial<ReplyState> } = {
  meta: (_, meta) => ({ meta, insteadOf: meta.insteadOf ?? null }),
  text: (state, { text }) => ({ text: state.text + text }),
  sources: (state, { sources }) => ({ sources: mergeByUrl(state.sources, sources, MAX_SOURCES) }),
  images: (state, { images }) => ({ images: mergeByUrl(state.images, images, MAX_IMAGES) }),
  /** Its sources and images come as separate events. */
  tool_result: () => ({}),
  step: (state, { step }) => ({ steps: upsertStep(state.steps, step) }),
  thinking: (state, { text }) => ({ thinking: (state.thinking + text).slice(0, MAX_THINKING_CHARACTERS) }),
  corrections: (state, { corrections }) => ({ text: applyCorrections(state.text, corrections), corrections }),
  citations: (_, { citations }) => ({
    citations: { ...citations, marks: citations.marks.slice(0, MAX_CITATION_MARKS) },
  }),
  seal: (_, { seal }) => ({ seal }),
  error: (_, error) => ({ error }),
  checking: () => ({ finishing: 'checking' }),
  saving: () => ({ finishing: 'saving' }),
  end: (state, { status }) => ({ status, finishing: null, steps: state.steps.map(failOpenStep) }),
  done: () => ({}),
  title: (_, { title }) => ({ title }),
  related: (_, { questions }) => ({ relatedQuestions: questions.slice(0, MAX_RELATED_QUESTIONS) }),
  synthesis: (state, { text }) => ({ synthesis: (state.synthesis + text).slice(0, MAX_SYNTHESIS_CHARACTERS) }),
  close: () => ({ closed: true }),
};

export const reduceReply = <T extends EventType>(state: ReplyState, event: EventOf<T>): ReplyState => ({
  ...state,
  ...REDUCERS[event.type](state, event),
});

export const reduceEvents = (events: Iterable<ReplyEvent>, state: ReplyState = EMPTY_REPLY): ReplyState => {
  let reduced = state;
  for (const event of events) reduced = reduceReply(reduced, event);
  return reduced;
};

/** Whether a reply waits for the person's answer. */
export const isWaitingStep = ({ state, question }: Step): boolean => state === 'waiting' && question?.outcome === null;

/** Null when there are none. */
export const detailsOf = (state: Omit<ReplyDetails, 'document'>): ReplyDetails | null => {
  const { steps, thinking, sources, images, citations, corrections, relatedQuestions, synthesis, insteadOf } = state;
  const isEmpty =
    steps.length + sources.length + images.length + relatedQuestions.length === 0 &&
    thinking + synthesis === '' &&
    citations === null &&
    insteadOf === null;
  return isEmpty
    ? null
    : {
        ...NO_DETAILS,
        ...{ steps, thinking, sources, images, citations, corrections, relatedQuestions, synthesis, insteadOf },
      };
};
