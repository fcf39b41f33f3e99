import type { Image, Source } from '../../../../src/contract/common.ts';
import type { Citations, Step } from '../../../../src/contract/reply-details.ts';
import type { StreamEvent } from '../../../../src/contract/stream.ts';

/** Beyond the contract's events: `cut` = the model reached its length limit, `done` = the stream was read to its proper end. */
export type ReplyEvent = StreamEvent | { readonly type: 'cut' } | { readonly type: 'done' };

/** One frame of a reply stream; `id` is its number (null when it had none). Never without an event. */
export interface ReplyFrame {
  readonly id: number | null;
  readonly events: readonly ReplyEvent[];
}

type UnknownRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const toRecords = (value: unknown): UnknownRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const toSource = (of: UnknownRecord): Source => ({
  id: toText(of['id']),
  title: toText(of['title']),
  url: toText(of['url']),
  snippet: toText(of['snippet']),
  ...(typeof of['icon'] === 'string' ? { icon: of['icon'] } : {}),
});
const toImage = (of: UnknownRecord): Image => ({
  url: toText(of['url']),
  alt: toText(of['alt']),
  caption: toText(of['caption']),
  source: toText(of['source']),
  ...(typeof of['preview'] === 'string' ? { preview: of['preview'] } : {}),
});

const FINAL_STATUSES = ['complete', 'stopped', 'interrupted', 'error'] as const;

const metaEvents = (data: UnknownRecord): ReplyEvent[] => {
  const events: ReplyEvent[] = [];
  const status = FINAL_STATUSES.find((word) => word === data['status']);
  if (toText(data['replyId']) !== '') {
    events.push({
      type: 'meta',
      replyId: toText(data['replyId']),
      model: toText(data['model']),
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

const errorEvent = (data: UnknownRecord): ReplyEvent => ({
  type: 'error',
  error: toText(data['error']),
  ...(typeof data['code'] === 'string' ? { code: data['code'] } : {}),
  ...(typeof data['message'] === 'string' ? { message: data['message'] } : {}),
});

const textEvents = (data: UnknownRecord): ReplyEvent[] => {
  const choice = toRecords(data['choices'])[0];
  const delta = isRecord(choice?.['delta']) ? choice['delta']['content'] : undefined;
  const content = typeof delta === 'string' ? delta : toText(data['content']);
  return [
    ...(content === '' ? [] : [{ type: 'text', text: content } as const]),
    ...(choice?.['finish_reason'] === 'length' ? [{ type: 'cut' } as const] : []),
  ];
};

const KINDS = ['route', 'think', 'search', 'read', 'code', 'note'] as const;
const STATES = ['running', 'done', 'failed'] as const;
const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

const toStep = (of: UnknownRecord): Step => ({
  id: toText(of['id']),
  kind: KINDS.find((kind) => kind === of['kind']) ?? 'note',
  label: toText(of['label']),
  target: toTextOrNull(of['target']),
  state: STATES.find((state) => state === of['state']) ?? 'done',
  output: toTextOrNull(of['output']),
  code: toTextOrNull(of['code']),
});

const toCitations = (of: UnknownRecord): Citations => ({
  checked: toNumber(of['checked']),
  supported: toNumber(of['supported']),
  marks: toRecords(of['marks']).map((mark) => ({
    index: toNumber(mark['index']),
    source: toNumber(mark['source']),
    supported: mark['supported'] === true,
    passage: toText(mark['passage']),
  })),
});

/** What a tool brought is told again as sources and images; the described client's own reading of it is not needed here. */
const DECODERS: Readonly<Record<string, (data: UnknownRecord) => ReplyEvent[]>> = {
  meta: metaEvents,
  sources: (data) => [{ type: 'sources', sources: toRecords(data['sources']).map(toSource) }],
  images: (data) => [{ type: 'images', images: toRecords(data['images']).map(toImage) }],
  tool_result: () => [],
  step: (data) => [{ type: 'step', step: toStep(data) }],
  thinking: (data) => [{ type: 'thinking', text: toText(data['thought']) }],
  citations: (data) => [{ type: 'citations', citations: toCitations(data) }],
  saving: () => [{ type: 'saving' }],
  error: (data) => [errorEvent(data)],
};

/** What the data of one frame means; nothing when it cannot be read, so that one broken frame costs only itself. */
export const decodeEvents = (name: string, data: string): ReplyEvent[] => {
  if (data === '[DONE]') return [{ type: 'done' }];
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? (DECODERS[name] ?? textEvents)(value) : [];
  } catch {
    return [];
  }
};
