import { Agent, type IncomingMessage, request } from 'node:http';

import { z } from 'zod';
import { createParser } from 'eventsource-parser';

import { DONE, decodeEvent, type ReplyEvent } from '../../../src/shared/reply-event.ts';
import { pause } from '../../bench/support/figures.ts';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const PATIENCE_MS = 120_000;
const RETRY_MS = 300;

export interface Person {
  readonly token: string;
}

export interface Question {
  readonly person: Person;
  readonly chatId: string;
  readonly messageId: string;
  readonly text: string;
}

/** What one question was like for its reader, who acts as the page does. */
export interface Reading {
  readonly question: Question;
  /** Statuses of all HTTP answers; 0: the connection ended before one. */
  readonly statuses: number[];
  /** The text that was shown. */
  shown: string;
  /** How the reply ended; `refused`: a limit; undefined: it did not within two minutes. */
  end: string | undefined;
  errorCode: string | undefined;
  /** How often a started stream was taken up again. */
  resumptions: number;
  /** Letters that were shown and had to be sent back after a crash (ADR 7). */
  sentBack: number;
  /** Whether what was shown is stored in the end. */
  isKept: boolean;
}

interface Call {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  readonly lastEventId?: number | undefined;
}

const open = ({ port, method, path, token, body, lastEventId }: Call): Promise<IncomingMessage | undefined> =>
  new Promise((resolve) => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, resolve);
    sent.once('error', () => resolve(undefined));
    sent.end(content);
  });

/** The whole answer; undefined when the connection broke. */
const textOf = (answer: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    answer.once('end', () => resolve(text));
    answer.once('error', () => resolve(undefined));
  });

const storedMessage = z.object({
  id: z.string(),
  content: z.string(),
  status: z.string(),
  timestamp: z.unknown(),
  parentId: z.string().nullable(),
});
const storedChat = z.object({ messages: z.array(storedMessage) });
type StoredMessage = z.output<typeof storedMessage>;

/** Asks one question through the load balancer and reads its reply to the end, whatever breaks in between. */
export class Reader {
  readonly reading: Reading;
  private replyId: string | undefined;
  private lastEventId: number | undefined;
  private readonly giveUpAt = Date.now() + PATIENCE_MS;

  constructor(
    private readonly port: number,
    private readonly question: Question,
  ) {
    this.reading = {
      question,
      statuses: [],
      shown: '',
      end: undefined,
      errorCode: undefined,
      resumptions: 0,
      sentBack: 0,
      isKept: false,
    };
  }

  async read(): Promise<Reading> {
    while (this.reading.end === undefined && Date.now() < this.giveUpAt) {
      const answer = await open(this.replyId === undefined ? this.post() : this.follow(this.replyId));
      this.reading.statuses.push(answer?.statusCode ?? 0);
      await this.take(answer);
      if (this.reading.end === undefined) await pause(RETRY_MS);
    }
    if (this.reading.end !== 'refused') await this.check();
    return this.reading;
  }

  private async take(answer: IncomingMessage | undefined): Promise<void> {
    if (answer?.statusCode === 200) return this.consume(answer);
    const said = answer && (await textOf(answer));
    if ((answer?.statusCode ?? 500) >= 500) return;
    this.reading.end = answer?.statusCode === 429 ? 'refused' : 'error';
    this.reading.errorCode = said?.slice(0, 200);
  }

  private get replyMessageId(): string {
    return `${this.question.messageId}-reply`;
  }

  private post(): Call {
    const { chatId, messageId, text, person } = this.question;
    const { replyMessageId } = this;
    const messages = [{ role: 'user', content: text }];
    const body = { chatId, messageId, replyMessageId, messages, parentId: null, search: false };
    return { port: this.port, method: 'POST', path: '/api/ai/groq', token: person.token, body };
  }

  private follow(replyId: string): Call {
    this.reading.resumptions += 1;
    const { port, lastEventId } = this;
    const path = `/api/ai/replies/${replyId}/stream`;
    return { port, method: 'GET', path, token: this.question.person.token, lastEventId };
  }

  private consume(answer: IncomingMessage): Promise<void> {
    const parser = createParser({ onEvent: ({ id, event = '', data }) => this.event(id, event, data) });
    return new Promise((resolve) => {
      answer.setEncoding('utf8').on('data', (piece: string) => parser.feed(piece));
      answer.once('error', () => resolve());
      answer.once('close', () => resolve());
    });
  }

  private event(id: string | undefined, name: string, data: string): void {
    const event = data === DONE ? undefined : decodeEvent(name, data);
    if (id !== undefined) this.lastEventId = Number(id);
    if (event) this.show(event);
  }

  private show(event: ReplyEvent): void {
    if (event.type === 'text') this.reading.shown += event.text;
    if (event.type === 'meta') this.replyId ??= event.replyId;
    if (event.type === 'end') this.reading.end = event.status;
    if (event.type === 'error') this.reading.errorCode = event.code;
  }

  /** Whether what was shown is stored; after a crash the page sends back what it has more. */
  private async check(): Promise<void> {
    const { reading } = this;
    const before = await this.stored();
    if (!before) return;
    if (before.status === 'interrupted' && before.content.length < reading.shown.length) {
      reading.sentBack = reading.shown.length - before.content.length;
      await this.sendBack(before);
    }
    const after = reading.sentBack > 0 ? await this.stored() : before;
    reading.isKept =
      reading.end === 'complete'
        ? after?.content === reading.shown
        : (after?.content.startsWith(reading.shown) ?? false);
  }

  private async stored(): Promise<StoredMessage | undefined> {
    const said = await this.callUntilAnswered({ method: 'GET', path: `/api/progress/chat/${this.question.chatId}` });
    if (said === undefined) return undefined;
    const chat = storedChat.safeParse(JSON.parse(said));
    return chat.data?.messages.find(({ id }) => id === this.replyMessageId);
  }

  private async sendBack({ timestamp, parentId }: StoredMessage): Promise<void> {
    const { chatId } = this.question;
    const message = { id: this.replyMessageId, role: 'assistant', content: this.reading.shown, timestamp, parentId };
    const body = { chatId, chat: { id: chatId, messages: [message] } };
    await this.callUntilAnswered({ method: 'POST', path: '/api/progress/chat', body });
  }

  private async callUntilAnswered(call: Pick<Call, 'method' | 'path' | 'body'>): Promise<string | undefined> {
    while (Date.now() < this.giveUpAt + RETRY_MS) {
      const answer = await open({ ...call, port: this.port, token: this.question.person.token });
      this.reading.statuses.push(answer?.statusCode ?? 0);
      const said = answer && (await textOf(answer));
      if (answer && answer.statusCode !== undefined && answer.statusCode < 500 && said !== undefined)
        return answer.statusCode === 200 ? said : undefined;
      await pause(RETRY_MS);
    }
    return undefined;
  }
}

let asked = 0;

/** A question that the upstream of the bench answers with so many tokens. */
export const newQuestion = (person: Person, tokens: number, everyMs: number): Question => {
  asked += 1;
  const begin = `cluster${String(process.pid)}x`;
  const chatId = begin + String(asked).padStart(21 - begin.length, '0');
  return { person, chatId, messageId: `q${asked}`, text: `bench ${tokens} ${everyMs} (${asked})` };
};
