import fc from 'fast-check';

import {
  decodeLog,
  encodeEvent,
  encodeLog,
  EVENT_TYPES,
  type ReplyEvent,
} from '../../../../../src/shared/reply-event.ts';
import { detailsOf, MAX_IMAGES, MAX_SOURCES, reduceEvents } from '../../../../../src/shared/reply-state.ts';
import { SseParser } from '../../../../../web/features/chat/engine/sse-parser.ts';
import { FrameLoop } from '../../../../../web/features/chat/engine/typewriter.ts';
import { StreamedReply } from '../../../../../web/features/chat/engine/reply-store.ts';

const word = fc.string({ maxLength: 12, unit: 'binary' });
const url = fc.nat(40).map((n) => `https://example.org/${n}`);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const images = fc.array(fc.record({ url, alt: word, caption: word, source: word }), { maxLength: 6 });
const sources = fc.array(fc.record({ id: word, title: word, url, snippet: word }), { maxLength: 6 });
const mark = fc.record(
  {
    index: fc.nat(),
    source: fc.nat(),
    supported: fc.boolean(),
    passage: word,
    sentence: word,
    byModel: fc.boolean(),
    page: fc.nat(),
  },
  { requiredKeys: ['index', 'source', 'supported', 'passage'] },
);
const toolHit = fc.record({ url, title: word, snippet: word, content: word, description: word });
const step = fc.record({
  id: fc.constantFrom('s1', 's2', 's3'),
  kind: fc.constantFrom('route', 'think', 'search', 'read', 'code', 'note'),
  label: word,
  target: orNull(word),
  state: fc.constantFrom('running', 'done', 'failed'),
  output: orNull(word),
  code: orNull(word),
});

const EVENTS: { readonly [T in ReplyEvent['type']]: fc.Arbitrary<ReplyEvent> } = {
  meta: fc.record({
    type: fc.constant('meta'),
    replyId: word,
    model: word,
    cached: fc.boolean(),
    agentType: orNull(word),
    maxIterations: orNull(fc.nat()),
    chatId: orNull(word),
    messageId: orNull(word),
  }),
  text: fc.record({ type: fc.constant('text'), text: word }),
  sources: fc.record({ type: fc.constant('sources'), sources }),
  images: fc.record({ type: fc.constant('images'), images }),
  tool_result: fc.record({
    type: fc.constant('tool_result'),
    toolName: fc.constantFrom('web_search', 'fetch_url'),
    results: fc.array(toolHit, { maxLength: 2 }),
    images,
  }),
  step: fc.record({ type: fc.constant('step'), step }),
  thinking: fc.record({ type: fc.constant('thinking'), text: word }),
  corrections: fc.record({
    type: fc.constant('corrections'),
    corrections: fc.array(fc.record({ at: fc.nat(40), before: word, after: word }), { maxLength: 3 }),
  }),
  citations: fc.record({
    type: fc.constant('citations'),
    citations: fc.record({ checked: fc.nat(), supported: fc.nat(), marks: fc.array(mark, { maxLength: 4 }) }),
  }),
  seal: fc.record({ type: fc.constant('seal'), seal: word }),
  error: fc.record(
    { type: fc.constant('error'), error: word, code: word, message: word },
    { requiredKeys: ['type', 'error', 'code'] },
  ),
  checking: fc.record({ type: fc.constant('checking') }),
  saving: fc.record({ type: fc.constant('saving') }),
  title: fc.record({ type: fc.constant('title'), title: word }),
  related: fc.record({
    type: fc.constant('related'),
    questions: fc.array(fc.record({ id: word, text: word, category: fc.constantFrom('deeper', 'other') }), {
      maxLength: 3,
    }),
  }),
  synthesis: fc.record({ type: fc.constant('synthesis'), text: word }),
  done: fc.record({ type: fc.constant('done') }),
  close: fc.record({ type: fc.constant('close') }),
  end: fc.record({ type: fc.constant('end'), status: fc.constantFrom('complete', 'stopped', 'interrupted', 'error') }),
};

const isMiddle = (type: ReplyEvent['type']): boolean =>
  !['meta', 'checking', 'saving', 'end', 'title', 'related', 'synthesis', 'done', 'close'].includes(type);
const middle = fc.oneof(...EVENT_TYPES.filter(isMiddle).map((type) => EVENTS[type]));
/** A reply as a server may log it. */
const log = fc
  .tuple(EVENTS.meta, fc.array(middle, { maxLength: 40 }), fc.option(EVENTS.end, { nil: undefined }))
  .map(([meta, events, end]): ReplyEvent[] => [meta, ...events, ...(end ? [end] : [])]);

/** The page, that is given pieces of bytes and asks again from the number after its last one. */
class Page {
  readonly reply: StreamedReply;
  private parser = new SseParser();

  constructor() {
    const env = { frames: new FrameLoop(() => undefined), instant: () => true, onChange: () => () => undefined };
    this.reply = new StreamedReply('m1', env);
  }

  read(bytes: Uint8Array): void {
    for (const frame of this.parser.push(bytes)) this.reply.applyFrame(frame);
  }

  reconnect(): number {
    this.parser = new SseParser();
    return (this.reply.lastEventId ?? -1) + 1;
  }
}

/** What a server sends to a reader who wants the events from `first` on. */
const bytesFrom = (events: readonly ReplyEvent[], first: number): Uint8Array =>
  new TextEncoder().encode(
    events
      .slice(first)
      .map((event, offset) => encodeEvent(first + offset, event))
      .join(''),
  );

test('any reply adds up to the same on the server and on the page, in any pieces and resumed at any byte', () => {
  const lengths = fc.array(fc.nat(4000), { maxLength: 4 });
  fc.assert(
    fc.property(log, lengths, fc.integer({ min: 1, max: 300 }), (events, connections, pieceLength) => {
      const page = new Page();
      for (const length of [...connections, Infinity]) {
        const bytes = bytesFrom(events, page.reconnect()).slice(0, length);
        for (let at = 0; at < bytes.length; at += pieceLength) page.read(bytes.slice(at, at + pieceLength));
      }

      const server = reduceEvents(decodeLog(encodeLog(events)));
      const snapshot = page.reply.getSnapshot();
      const { meta, status, error, ...rest } = server;
      expect(snapshot).toMatchObject({ ...rest, model: meta?.model });
      if (status === null) expect(page.reply.reportedOutcome).toBe(error ? 'error' : null);
      else expect(page.reply.reportedOutcome).toBe(status);
      if (error) expect(snapshot.failure).toMatchObject({ code: error.code, error: error.error });
    }),
  );
});

test('an event comes back from the log as it went in, and a damaged one fails there', () => {
  fc.assert(
    fc.property(fc.oneof(...EVENT_TYPES.map((type) => EVENTS[type])), (event) => {
      expect(decodeLog(encodeLog([event]))).toEqual([event]);
    }),
  );
  for (const row of ['{}', '[{"type":"text"}]', '[{"type":"nothing"}]', '[{"type":"constructor"}]', '[7]'])
    expect(() => decodeLog(row)).toThrow('damaged');
});

test('however much a reply brings, its state stays bounded, and the first of an address stays', () => {
  const many = Array.from({ length: 50 }, (_, n) => `https://example.org/${n}`);
  const events: ReplyEvent[] = many.flatMap((at): ReplyEvent[] => [
    {
      type: 'sources',
      sources: [
        { id: at, title: '', url: at, snippet: '' },
        { id: 'again', title: '', url: at, snippet: '' },
      ],
    },
    { type: 'images', images: [{ url: at, alt: '', caption: '', source: '' }] },
  ]);
  const { sources: listed, images: shown } = reduceEvents(events);
  expect(listed.map(({ id }) => id)).toEqual(many.slice(0, MAX_SOURCES));
  expect(shown.map(({ url: at }) => at)).toEqual(many.slice(0, MAX_IMAGES));
  const steps = Array.from({ length: 5000 }, (_, n): ReplyEvent => ({
    type: 'step',
    step: { id: `${n}`, kind: 'note', label: '', target: null, state: 'done', output: null, code: null },
  }));
  expect(reduceEvents(steps).steps.length).toBeLessThan(1000);
  const thoughts = Array.from({ length: 500 }, (): ReplyEvent => ({ type: 'thinking', text: 'x'.repeat(1000) }));
  expect(reduceEvents(thoughts).thinking.length).toBeLessThan(300_000);
});

test('a step that nobody works on any more has failed; a reply of text alone has no details', () => {
  const step = { id: '1', kind: 'note', label: '', target: null, state: 'running', output: null, code: null } as const;
  const running = reduceEvents([{ type: 'step', step }]);
  expect(detailsOf(running)?.steps).toEqual([step]);
  const ended = reduceEvents([{ type: 'end', status: 'interrupted' }], running);
  expect(detailsOf(ended)?.steps).toEqual([{ ...step, state: 'failed' }]);
  expect(detailsOf(reduceEvents([{ type: 'text', text: 'a' }]))).toBeNull();
});
