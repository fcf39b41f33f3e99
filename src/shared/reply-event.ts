import { citations, image, relatedQuestion, source, step } from './reply-details.ts';
import { FINAL_STATUSES } from './reply-status.ts';
import { array, boolean, type Infer, isRecord, nullable, number, object, oneOf, string } from './schema.ts';

const toolHit = object({ url: string, title: string, snippet: string, content: string, description: string });

/** What happens in a reply, kind by kind, as it is logged. Event 0 is always `meta`. */
const EVENT_SCHEMAS = {
  /** Told again when another model takes over. */
  meta: object({
    replyId: string,
    model: string,
    cached: boolean,
    agentType: nullable(string),
    maxIterations: nullable(number),
    chatId: nullable(string),
    messageId: nullable(string),
  }),
  text: object({ text: string }),
  sources: object({ sources: array(source) }),
  images: object({ images: array(image) }),
  /** What a tool brought, for whoever shows it; the model is given a delimited, shorter form. */
  tool_result: object({
    toolName: oneOf(['web_search', 'tavily_search', 'fetch_url', 'run_javascript']),
    results: array(toolHit),
    images: array(image),
  }),
  step: object({ step }),
  /** What a model thinks before it answers; never part of the answer. */
  thinking: object({ text: string }),
  /** After the text: what was checked of its marks. */
  citations: object({ citations }),
  error: object({ error: string, code: string }, { message: string }),
  /** The text is whole, and storing it takes long. In unnumbered batches only, never logged. */
  saving: object({}),
  end: object({ status: oneOf(FINAL_STATUSES) }),
  /** Holds the number of the `[DONE]` frame where follow-ups come after it. */
  done: object({}),
  /** Follow-ups, after an end with `complete`; then `close` is the log's last event. */
  title: object({ title: string }),
  related: object({ questions: array(relatedQuestion) }),
  synthesis: object({ text: string }),
  close: object({}),
};

type EventSchemas = typeof EVENT_SCHEMAS;

export type EventType = keyof EventSchemas;
export type EventOf<T extends EventType> = { [K in T]: { readonly type: K } & Infer<EventSchemas[K]> }[T];
export type ReplyEvent = EventOf<EventType>;

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(EVENT_SCHEMAS, type);

export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENT_SCHEMAS).filter(isEventType);

const isReplyEvent = (value: unknown): value is ReplyEvent =>
  isRecord(value) && isEventType(value['type']) && EVENT_SCHEMAS[value['type']].is(value);

/** The end of a stream's answer, in every client's language. */
export const DONE = '[DONE]';

/** The name of an event's frame and its data. Only text has a `content`: described clients show every `content` as answer. */
const toFrame = (event: ReplyEvent): readonly [name: string | null, data: object] => {
  switch (event.type) {
    case 'text':
      return [null, { content: event.text }];
    case 'thinking':
      return ['thinking', { thought: event.text }];
    case 'step':
      return ['step', event.step];
    case 'citations':
      return ['citations', event.citations];
    case 'tool_result':
      return ['tool_result', { tool_name: event.toolName, results: event.results, images: event.images, media: [] }];
    case 'end':
      return ['meta', { status: event.status }];
    case 'synthesis':
      return ['synthesis', { delta: event.text }];
    default: {
      const { type, ...data } = event;
      return [type, data];
    }
  }
};

/** Text in the form of OpenAI's streams, which a described server may send. */
const deltaOf = ({ choices }: Readonly<Record<string, unknown>>): unknown => {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isRecord(choice) ? choice['delta'] : undefined;
  return isRecord(delta) ? delta['content'] : undefined;
};

/** What `toFrame` made, as an event once it was checked. */
const fromFrame = (name: string, data: Readonly<Record<string, unknown>>): unknown => {
  switch (name) {
    case '':
      return { type: 'text', text: deltaOf(data) ?? data['content'] };
    case 'thinking':
      return { type: 'thinking', text: data['thought'] };
    case 'synthesis':
      return { type: 'synthesis', text: data['delta'] };
    case 'step':
      return { type: 'step', step: data };
    case 'citations':
      return { type: 'citations', citations: data };
    case 'tool_result':
      return { ...data, type: 'tool_result', toolName: data['tool_name'] };
    case 'meta':
      return { ...data, type: 'status' in data ? 'end' : 'meta' };
    default:
      return { ...data, type: name };
  }
};

const writeFrame = (id: number | null, name: string | null, data: string): string =>
  `${id === null ? '' : `id: ${id}\n`}${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`;

export const encodeDoneFrame = (id: number): string => writeFrame(id, null, DONE);

/** An event as server-sent events; `id` null: nobody resumes after it. The end is followed by `[DONE]` under the next number. */
export const encodeEvent = (id: number | null, event: ReplyEvent): string => {
  if (event.type === 'done' || event.type === 'close') return ''; // told with the end, and by the stream's own end
  const [name, data] = toFrame(event);
  const frame = writeFrame(id, name, JSON.stringify(data));
  return event.type === 'end' && id !== null ? frame + encodeDoneFrame(id + 1) : frame;
};

/** The event in a frame; undefined when it cannot be read, so that one broken frame costs only itself. */
export const decodeEvent = (name: string, data: string): ReplyEvent | undefined => {
  try {
    const value: unknown = JSON.parse(data);
    const event = isRecord(value) ? fromFrame(name, value) : undefined;
    return isReplyEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
};

/** Events as the log stores them, in one JSON text. */
export const encodeLog = (events: readonly ReplyEvent[]): string => JSON.stringify(events);

/** Throws when the row was damaged: it fails where it is read, and not on somebody's screen. */
export const decodeLog = (text: string): readonly ReplyEvent[] => {
  const events: unknown = JSON.parse(text);
  if (!Array.isArray(events) || !events.every(isReplyEvent)) throw new TypeError('The log of a reply is damaged');
  return events;
};
