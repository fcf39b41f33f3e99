import { Agent, type IncomingMessage, request } from 'node:http';

import { pause } from './figures.ts';
import type { BenchUser } from './users.ts';

export interface Load {
  readonly streams: number;
  readonly tokens: number;
  readonly everyMs: number;
  /** The streams begin evenly spread over so many milliseconds: people do not all ask in one instant. */
  readonly spreadMs: number;
  /** Replies that each client asks for, the next one the moment a reply ends; 1 by default. */
  readonly replies?: number;
}

/** What one stream was like for its reader. Times in milliseconds. */
export interface StreamResult {
  status: number;
  tokens: number;
  isComplete: boolean;
  /** Until the first token, beyond what the upstream took for it. */
  firstToken: number;
  /** From each token's sending upstream to its reading here. */
  readonly transits: number[];
  replyId: string | undefined;
}

export interface Outcome {
  readonly results: readonly StreamResult[];
  readonly tokens: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Where and how a stream is asked for. */
export interface LoadTarget {
  readonly port: number;
  /** `index` numbers the stream; `text` is what the upstream obeys. */
  readonly buildRequest: (
    index: number,
    text: string,
  ) => { path: string; headers: Record<string, string>; body: object };
}

const WRAP = 36 ** 6;
const MARK = '"content":"';
const STAMP = 7;
let requestCount = 0;

const micros = (): number => Number(process.hrtime.bigint() / 1000n);

/** Straight to the upstream's own interface: for the bare pipe. */
export const pipeTarget = (port: number): LoadTarget => ({
  port,
  buildRequest: (_index, text) => ({
    path: '/v1/chat/completions',
    headers: {},
    body: { model: 'bench', stream: true, messages: [{ role: 'user', content: text }] },
  }),
});

/**
 * As the page asks: signed in, in a chat that the server keeps. Each question is new, so no
 * answer comes from the cache.
 */
export const parleyTarget = (port: number, people: readonly BenchUser[]): LoadTarget => ({
  port,
  buildRequest: (index, text) => {
    const person = people[index % people.length];
    if (!person) throw new Error('nobody asks');
    requestCount += 1;
    return {
      path: '/api/ai/groq',
      headers: { authorization: `Bearer ${person.token}` },
      body: {
        chatId: person.chatId,
        messageId: `ask-${requestCount}`,
        messages: [{ role: 'user', content: `${text} (${requestCount})` }],
      },
    };
  },
});

/** Reads the stamps out of the frames, whole or in pieces. */
class StreamReader {
  readonly result: StreamResult = {
    status: 0,
    tokens: 0,
    isComplete: false,
    firstToken: Number.NaN,
    transits: [],
    replyId: undefined,
  };
  private partialFrame = '';

  constructor(private readonly startedAt: number) {}

  consume(chunk: string): void {
    const now = micros();
    const text = this.partialFrame + chunk;
    const whole = text.lastIndexOf('\n\n') + 2;
    this.partialFrame = text.slice(whole);
    for (let at = text.indexOf(MARK); at !== -1 && at < whole; at = text.indexOf(MARK, at + 1)) {
      this.stamps(text.slice(at + MARK.length, text.indexOf('"', at + MARK.length)), now);
    }
    if (this.result.replyId === undefined) this.result.replyId = /"replyId":"([^"]+)"/.exec(text)?.[1];
    if (text.includes('[DONE]')) this.result.isComplete = true;
  }

  private stamps(text: string, now: number): void {
    if (text === '') return;
    // The product cuts the blank before an answer's first word off.
    const content = text.startsWith(' ') ? text : ` ${text}`;
    for (let at = 0; at < content.length; at += STAMP) {
      const sent = Number.parseInt(content.slice(at + 1, at + STAMP), 36);
      this.result.transits.push(((((now - sent) % WRAP) + WRAP) % WRAP) / 1000);
      this.result.tokens += 1;
      if (content[at + STAMP] !== ':') continue;
      const next = content.indexOf(' ', at + STAMP);
      const end = next === -1 ? content.length : next;
      this.result.firstToken = (now - this.startedAt - Number.parseInt(content.slice(at + STAMP + 1, end), 36)) / 1000;
      at = end - STAMP;
    }
  }
}

export interface RunningStream {
  readonly done: Promise<StreamResult>;
  /** The reply's id, once the server has told it. */
  readonly result: StreamResult;
}

const readResponse = (reply: IncomingMessage, reader: StreamReader, done: (results: StreamResult) => void): void => {
  reader.result.status = reply.statusCode ?? 0;
  reply.setEncoding('utf8');
  reply.on('data', (chunk: string) => reader.consume(chunk));
  reply.on('close', () => done(reader.result));
};

interface StreamRequest {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly content: string;
}

const openStream = (agent: Agent, { content, ...options }: StreamRequest): RunningStream => {
  const reader = new StreamReader(micros());
  const done = new Promise<StreamResult>((resolve) => {
    const sent = request({ host: '127.0.0.1', agent, ...options }, (reply) => readResponse(reply, reader, resolve));
    sent.on('error', () => resolve(reader.result));
    sent.end(content);
  });
  return { done, result: reader.result };
};

/** Begins one stream. A connection that breaks before an answer counts as status 0. */
export const startStream = (agent: Agent, target: LoadTarget, index: number, text: string): RunningStream => {
  const { path, headers: own, body } = target.buildRequest(index, text);
  const content = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content), ...own };
  return openStream(agent, { port: target.port, method: 'POST', path, headers, content });
};

/** Follows a running reply from its first event on. */
export const followStream = (agent: Agent, port: number, replyId: string, { token }: BenchUser): RunningStream => {
  const headers = { authorization: `Bearer ${token}` };
  return openStream(agent, { port, method: 'GET', path: `/api/ai/replies/${replyId}/stream`, headers, content: '' });
};

/** Connections of one measurement, with what came over them. */
export class Connections {
  readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  private readonly sockets = new Set<{ readonly bytesRead: number }>();

  constructor() {
    const { agent } = this;
    const create = agent.createConnection.bind(agent);
    agent.createConnection = (...args) => {
      const socket = create(...args);
      if (socket) this.sockets.add(socket as { bytesRead: number } & typeof socket);
      return socket;
    };
  }

  get bytes(): number {
    return [...this.sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Runs a load to its end. */
export const runLoad = async (
  target: LoadTarget,
  { streams, tokens, everyMs, spreadMs, replies = 1 }: Load,
): Promise<Outcome> => {
  const connections = new Connections();
  const startedAt = performance.now();
  const runClient = async (index: number): Promise<StreamResult[]> => {
    const results: StreamResult[] = [];
    while (results.length < replies)
      results.push(await startStream(connections.agent, target, index, `bench ${tokens} ${everyMs}`).done);
    return results;
  };
  const pending: Promise<StreamResult[]>[] = [];
  for (let index = 0; index < streams; index += 1) {
    const due = startedAt + (index * spreadMs) / streams;
    if (due > performance.now() + 1) await pause(due - performance.now());
    pending.push(runClient(index));
  }
  const results = (await Promise.all(pending)).flat();
  const seconds = (performance.now() - startedAt) / 1000;
  const { bytes } = connections;
  connections.close();
  return { results, tokens: results.reduce((sum, each) => sum + each.tokens, 0), bytes, seconds };
};
