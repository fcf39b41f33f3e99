import type { Image, Source } from '../../src/contract/common.ts';
import type { Citations, Step } from '../../src/contract/details.ts';
import type { StreamEvent } from '../../src/contract/stream.ts';

/** Beyond the contract's events: `cut` = the model reached its length limit, `done` = the stream was read to its proper end. */
export type ReplyEvent = StreamEvent | { readonly type: 'cut' } | { readonly type: 'done' };

/** One frame of a reply stream; `id` is its number (null when it had none). Never without an event. */
export interface ReplyFrame {
  readonly id: number | null;
  readonly events: readonly ReplyEvent[];
}

type Loose = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const records = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const asSource = (of: Loose): Source => ({
  id: text(of['id']),
  title: text(of['title']),
  url: text(of['url']),
  snippet: text(of['snippet']),
  ...(typeof of['icon'] === 'string' ? { icon: of['icon'] } : {}),
});
const asImage = (of: Loose): Image => ({
  url: text(of['url']),
  alt: text(of['alt']),
  caption: text(of['caption']),
  source: text(of['source']),
  ...(typeof of['preview'] === 'string' ? { preview: of['preview'] } : {}),
});

const FINAL = ['complete', 'stopped', 'interrupted', 'error'] as const;

const metaEvents = (data: Loose): ReplyEvent[] => {
  const events: ReplyEvent[] = [];
  const status = FINAL.find((word) => word === data['status']);
  if (text(data['replyId']) !== '') {
    events.push({
      type: 'meta',
      replyId: text(data['replyId']),
      model: text(data['model']),
      cached: data['cached'] === true,
      agentType: typeof data['agentType'] === 'string' ? data['agentType'] : null,
      maxIterations: typeof data['maxIterations'] === 'number' ? data['maxIterations'] : null,
      chatId: typeof data['chatId'] === 'string' ? data['chatId'] : null,
      messageId: typeof data['messageId'] === 'string' ? data['messageId'] : null,
    });
  }
  if (status) events.push({ type: 'end', status });
  return events;
};

const errorEvent = (data: Loose): ReplyEvent => ({
  type: 'error',
  error: text(data['error']),
  ...(typeof data['code'] === 'string' ? { code: data['code'] } : {}),
  ...(typeof data['message'] === 'string' ? { message: data['message'] } : {}),
});

const textEvents = (data: Loose): ReplyEvent[] => {
  const choice = records(data['choices'])[0];
  const delta = isRecord(choice?.['delta']) ? choice['delta']['content'] : undefined;
  const said = typeof delta === 'string' ? delta : text(data['content']);
  return [
    ...(said === '' ? [] : [{ type: 'text', text: said } as const]),
    ...(choice?.['finish_reason'] === 'length' ? [{ type: 'cut' } as const] : []),
  ];
};

const KINDS = ['route', 'think', 'search', 'read', 'code', 'note'] as const;
const STATES = ['running', 'done', 'failed'] as const;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

const asStep = (of: Loose): Step => ({
  id: text(of['id']),
  kind: KINDS.find((kind) => kind === of['kind']) ?? 'note',
  label: text(of['label']),
  target: textOrNull(of['target']),
  state: STATES.find((state) => state === of['state']) ?? 'done',
  output: textOrNull(of['output']),
  code: textOrNull(of['code']),
});

const asCitations = (of: Loose): Citations => ({
  checked: count(of['checked']),
  supported: count(of['supported']),
  marks: records(of['marks']).map((mark) => ({
    index: count(mark['index']),
    source: count(mark['source']),
    supported: mark['supported'] === true,
    passage: text(mark['passage']),
  })),
});

/** What a tool brought is told again as sources and images; the described client's own reading of it is not needed here. */
const NAMED: Readonly<Record<string, (data: Loose) => ReplyEvent[]>> = {
  meta: metaEvents,
  sources: (data) => [{ type: 'sources', sources: records(data['sources']).map(asSource) }],
  images: (data) => [{ type: 'images', images: records(data['images']).map(asImage) }],
  tool_result: () => [],
  step: (data) => [{ type: 'step', step: asStep(data) }],
  thinking: (data) => [{ type: 'thinking', text: text(data['thought']) }],
  citations: (data) => [{ type: 'citations', citations: asCitations(data) }],
  saving: () => [{ type: 'saving' }],
  error: (data) => [errorEvent(data)],
};

/** What the data of one frame means; nothing when it cannot be read, so that one broken frame costs only itself. */
export const eventsOf = (name: string, data: string): ReplyEvent[] => {
  if (data === '[DONE]') return [{ type: 'done' }];
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? (NAMED[name] ?? textEvents)(value) : [];
  } catch {
    return [];
  }
};
