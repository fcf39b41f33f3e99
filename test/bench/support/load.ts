import { Agent, type IncomingMessage, request } from 'node:http';

import { pause } from './figures.ts';
import type { Person } from './people.ts';

export interface Load {
  readonly streams: number;
  readonly tokens: number;
  readonly everyMs: number;
  /** The streams begin evenly spread over so many milliseconds: people do not all ask in one instant. */
  readonly spreadMs: number;
}

/** What one stream was like for its reader. Times in milliseconds. */
export interface Heard {
  status: number;
  tokens: number;
  whole: boolean;
  /** Until the first token, beyond what the upstream took for it. */
  firstToken: number;
  /** From each token's sending upstream to its reading here. */
  readonly transits: number[];
  replyId: string | undefined;
}

export interface Outcome {
  readonly heard: readonly Heard[];
  readonly tokens: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Where and how a stream is asked for. */
export interface Way {
  readonly port: number;
  /** `index` numbers the stream; `text` is what the upstream obeys. */
  readonly question: (index: number, text: string) => { path: string; headers: Record<string, string>; body: object };
}

const WRAP = 36 ** 6;
const MARK = '"content":"';
const STAMP = 7;
let asked = 0;

const micros = (): number => Number(process.hrtime.bigint() / 1000n);

/** Straight to the upstream's own interface: for the bare pipe. */
export const pipeWay = (port: number): Way => ({
  port,
  question: (_index, text) => ({
    path: '/v1/chat/completions',
    headers: {},
    body: { model: 'bench', stream: true, messages: [{ role: 'user', content: text }] },
  }),
});

/** As the page asks: signed in, in a chat that the server keeps. Each question is new, so no answer comes from the cache. */
export const parleyWay = (port: number, people: readonly Person[]): Way => ({
  port,
  question: (index, text) => {
    const person = people[index % people.length];
    if (!person) throw new Error('nobody asks');
    asked += 1;
    return {
      path: '/api/ai/groq',
      headers: { authorization: `Bearer ${person.token}` },
      body: {
        chatId: person.chatId,
        messageId: `ask-${asked}`,
        messages: [{ role: 'user', content: `${text} (${asked})` }],
      },
    };
  },
});

/** Reads the stamps out of the frames, whole or in pieces. */
class Ear {
  readonly heard: Heard = {
    status: 0,
    tokens: 0,
    whole: false,
    firstToken: Number.NaN,
    transits: [],
    replyId: undefined,
  };
  private readonly startedAt: number;
  private held = '';

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  hear(chunk: string): void {
    const now = micros();
    const text = this.held + chunk;
    const whole = text.lastIndexOf('\n\n') + 2;
    this.held = text.slice(whole);
    for (let at = text.indexOf(MARK); at !== -1 && at < whole; at = text.indexOf(MARK, at + 1)) {
      this.stamps(text.slice(at + MARK.length, text.indexOf('"', at + MARK.length)), now);
    }
    if (this.heard.replyId === undefined) this.heard.replyId = /"replyId":"([^"]+)"/.exec(text)?.[1];
    if (text.includes('[DONE]')) this.heard.whole = true;
  }

  private stamps(content: string, now: number): void {
    for (let at = 0; at < content.length; at += STAMP) {
      const sent = Number.parseInt(content.slice(at + 1, at + STAMP), 36);
      this.heard.transits.push(((((now - sent) % WRAP) + WRAP) % WRAP) / 1000);
      this.heard.tokens += 1;
      if (content[at + STAMP] !== ':') continue;
      const next = content.indexOf(' ', at + STAMP);
      const end = next === -1 ? content.length : next;
      this.heard.firstToken = (now - this.startedAt - Number.parseInt(content.slice(at + STAMP + 1, end), 36)) / 1000;
      at = end - STAMP;
    }
  }
}

export interface Listening {
  readonly done: Promise<Heard>;
  /** The reply's id, once the server has told it. */
  readonly heard: Heard;
}

const listen = (reply: IncomingMessage, ear: Ear, done: (heard: Heard) => void): void => {
  ear.heard.status = reply.statusCode ?? 0;
  reply.setEncoding('utf8');
  reply.on('data', (chunk: string) => ear.hear(chunk));
  reply.on('close', () => done(ear.heard));
};

/** Begins one stream. A connection that breaks before an answer counts as status 0. */
export const begin = (agent: Agent, way: Way, index: number, text: string): Listening => {
  const { path, headers, body } = way.question(index, text);
  const content = JSON.stringify(body);
  const ear = new Ear(micros());
  const done = new Promise<Heard>((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: way.port,
        agent,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content), ...headers },
      },
      (reply) => listen(reply, ear, resolve),
    );
    sent.on('error', () => resolve(ear.heard));
    sent.end(content);
  });
  return { done, heard: ear.heard };
};

/** Connections of one measurement, with what came over them. */
export class Wires {
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
export const run = async (way: Way, { streams, tokens, everyMs, spreadMs }: Load): Promise<Outcome> => {
  const wires = new Wires();
  const startedAt = performance.now();
  const all: Promise<Heard>[] = [];
  for (let index = 0; index < streams; index += 1) {
    const due = startedAt + (index * spreadMs) / streams;
    if (due > performance.now() + 1) await pause(due - performance.now());
    all.push(begin(wires.agent, way, index, `bench ${tokens} ${everyMs}`).done);
  }
  const heard = await Promise.all(all);
  const seconds = (performance.now() - startedAt) / 1000;
  const { bytes } = wires;
  wires.close();
  return { heard, tokens: heard.reduce((sum, each) => sum + each.tokens, 0), bytes, seconds };
};
