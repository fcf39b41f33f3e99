const encoder = new TextEncoder();

const frame = (id: number, data: unknown, event?: string): string =>
  `id: ${id}\n${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const streamOf = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response =>
  new Response(new ReadableStream<Uint8Array>({ start }), { headers: { 'Content-Type': 'text/event-stream' } });

const metaOf = (replyId: string) => ({
  replyId,
  model: 'demo',
  cached: false,
  agentType: null,
  maxIterations: null,
  chatId: null,
  messageId: null,
});

/** A whole reply, as the server streams it. */
export const reply = (text: string, replyId = 'r1'): Response =>
  streamOf((controller) => {
    const pieces = text.match(/.{1,5}/gs) ?? [];
    controller.enqueue(encoder.encode(frame(0, metaOf(replyId), 'meta')));
    pieces.forEach((content, at) =>
      controller.enqueue(encoder.encode(frame(at + 1, { choices: [{ delta: { content } }] }))),
    );
    controller.enqueue(encoder.encode(frame(pieces.length + 1, '[DONE]')));
    controller.close();
  });

export interface OpenReply {
  readonly response: Response;
  readonly say: (content: string) => void;
  /** Any other event of a reply. */
  readonly tell: (event: string, data: unknown) => void;
  readonly finish: () => void;
  readonly fail: (error: string, code: string) => void;
}

/** A reply that the test writes piece by piece. */
export const openReply = (replyId = 'r1'): OpenReply => {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  let id = 0;
  const put = (data: unknown, event?: string): void => {
    out?.enqueue(encoder.encode(frame(id, data, event)));
    id += 1;
  };
  const response = streamOf((controller) => {
    out = controller;
  });
  put(metaOf(replyId), 'meta');
  const finish = (): void => {
    put('[DONE]');
    out?.close();
  };
  return {
    response,
    say: (content) => put({ choices: [{ delta: { content } }] }),
    tell: (event, data) => put(data, event),
    finish,
    fail: (error, code) => {
      put({ error, code }, 'error');
      finish();
    },
  };
};
