import { anySignal } from '../../../web/lib/any-signal.ts';
import { isWebAddress } from '../../../web/lib/web-address.ts';
import { hostOf, toWebUrl } from '../../../web/lib/web-url.ts';
import { ReplyClient } from '../../../web/features/chat/engine/reply-client.ts';
import {
  endFrame,
  FakeLines,
  FakeNetwork,
  instantPace,
  metaFrame,
  settle,
  textFrame,
} from '../features/chat/support/line.ts';

/** What Safari 16.4 has not, and the page does without. */
const MISSING: readonly (readonly [object, string])[] = [
  [AbortSignal, 'any'],
  [URL, 'canParse'],
];

describe('in a browser of the oldest supported version', () => {
  const known = MISSING.map(([of, name]) => Object.getOwnPropertyDescriptor(of, name));
  beforeAll(() => MISSING.forEach(([of, name]) => Reflect.deleteProperty(of, name)));
  afterAll(() => MISSING.forEach(([of, name], at) => Object.defineProperty(of, name, known[at] ?? {})));

  test('a reply is followed to its end, and another one is stopped', async () => {
    const server = new FakeLines();
    const client = new ReplyClient({
      headers: () => ({}),
      fetch: server.fetch,
      network: new FakeNetwork(),
      typewriterEnv: instantPace(),
    });
    const ask = (messageId: string) =>
      client.send({ messageId, path: '/api/ai/groq', body: { replyMessageId: messageId }, idempotent: true });
    const whole = ask('m1');
    server.last.say(metaFrame(), textFrame(1, 'Hello'), endFrame(2, 'complete'));
    await settle();
    expect(whole.reply.getSnapshot()).toMatchObject({ phase: 'complete', text: 'Hello' });
    const stopped = ask('m2');
    server.last.say(metaFrame(), textFrame(1, 'Hel'));
    await settle();
    void stopped.stop();
    await settle();
    expect(server.last.url.pathname).toMatch(/\/stop$/);
  });

  test('addresses are told from other texts', () => {
    expect(hostOf('https://www.example.org/a')).toBe('example.org');
    expect(toWebUrl('https://exa mple.org')).toBeNull();
    expect(isWebAddress('https://example.org/a')).toBe(true);
    expect(isWebAddress('https://exa mple.org')).toBe(false);
  });

  test.each([0, 1])('a signal of several is aborted with each of them (%i)', (at) => {
    const parts = [new AbortController(), new AbortController()];
    const either = anySignal(...parts.map(({ signal }) => signal));
    expect(either.aborted).toBe(false);
    parts[at]?.abort();
    expect(either.aborted).toBe(true);
    expect(anySignal(...parts.map(({ signal }) => signal)).aborted).toBe(true);
  });
});
