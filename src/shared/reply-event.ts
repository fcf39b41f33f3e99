import { citations, correction, image, insteadOf, relatedQuestion, source, step } from './reply-details.ts';
import { FINAL_STATUSES } from './reply-status.ts';
import { array, boolean, type Infer, isRecord, nullable, number, object, oneOf, string } from './schema.ts';

const toolHit = object({ url: string, title: string, snippet: string, content: string, description: string });

/** The events of a reply as logged. Event 0 is always `meta`. */
const EVENT_SCHEMAS = {
  /** Sent again when another model takes over. */
  meta: object(
    {
      replyId: string,
      model: string,
      cached: boolean,
      agentType: nullable(string),
      maxIterations: nullable(number),
      chatId: nullable(string),
      messageId: nullable(string),
    },
    { insteadOf },
  ),
  text: object({ text: string }),
  sources: object({ sources: array(source) }),
  images: object({ images: array(image) }),
  /** The result of a tool for clients; the model gets a shorter, delimited form. */
  tool_result: object({
    toolName: oneOf(['web_search', 'tavily_search', 'fetch_url', 'run_javascript']),
    results: array(toolHit),
    images: array(image),
  }),
  step: object({ step }),
  /** Thoughts of the model; not part of the answer. */
  thinking: object({ text: string }),
  /** After the text: sentences that are changed, before the check that says so. */
  corrections: object({ corrections: array(correction) }),
  /** After the text: the citation check. */
  citations: object({ citations }),
  /** Of a visitor's answer, after its checks: by it the server knows the answer again. */
  seal: object({ seal: string }),
  error: object({ error: string, code: string }, { message: string }),
  /** The text is complete, and a model checks its marks. Only in unnumbered batches, never logged. */
  checking: object({}),
  /** The text is complete but storing it takes long. Only in unnumbered batches, never logged. */
  saving: object({}),
  end: object({ status: oneOf(FINAL_STATUSES) }),
  /** Takes the number of the `[DONE]` frame when follow-ups come after it. */
  done: object({}),
  /** Follow-ups, after an end with `complete`; `close` is the log's last event. */
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

/** Marks the end of the answer in the stream. */
export const DONE = '[DONE]';

/** The name and data of an event's frame. Only text has `content`, because clients show every `content` as answer. */
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

/** Text in the format of OpenAI's streams, which other servers may send. */
const deltaOf = ({ choices }: Readonly<Record<string, unknown>>): unknown => {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isRecord(choice) ? choice['delta'] : undefined;
  return isRecord(delta) ? delta['content'] : undefined;
};

/** The inverse of `toFrame`, before validation. */
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

/**
 * An event as server-sent events; `id` null: clients cannot resume after it. The end is followed by `[DONE]` with the
 * next number.
 */
export const encodeEvent = (id: number | null, event: ReplyEvent): string => {
  if (event.type === 'done' || event.type === 'close') return ''; // encoded with the end, and as the end of the stream
  const [name, data] = toFrame(event);
  const frame = writeFrame(id, name, JSON.stringify(data));
  return event.type === 'end' && id !== null ? frame + encodeDoneFrame(id + 1) : frame;
};

/** Undefined when a frame is invalid, so that one broken frame does not end the stream. */
export const decodeEvent = (name: string, data: string): ReplyEvent | undefined => {
  try {
    const value: unknown = JSON.parse(data);
    const event = isRecord(value) ? fromFrame(name, value) : undefined;
    return isReplyEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
};

/** The JSON of events in the log. */
export const encodeLog = (events: readonly ReplyEvent[]): string => JSON.stringify(events);

/** Throws when the stored JSON is damaged. */
export const decodeLog = (text: string): readonly ReplyEvent[] => {
  const events: unknown = JSON.parse(text);
  if (!Array.isArray(events) || !events.every(isReplyEvent)) throw new TypeError('The log of a reply is damaged');
  return events;
};
