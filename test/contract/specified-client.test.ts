import sharp from 'sharp';
import type { z } from 'zod';

import { type Answer, type Caller, Caller as Client, newId, newVisitor, tokenIn } from '../product/client.ts';
import { describeProduct } from '../product/describe-product.ts';
import { setPlan } from '../product/premium.ts';
import { SPECIFIED, SPECIFIED_EVENTS } from './specified.ts';

/*
 * A client that was written from the specification alone: it sends what that names, reads what that names, and ignores
 * every other field and event.
 */

type Call = keyof typeof SPECIFIED;
type Read<C extends Call> = z.output<(typeof SPECIFIED)[C]['reply']>;
function parsed<C extends Call>(call: C, json: unknown): Read<C>;
function parsed(call: Call, json: unknown): unknown {
  return SPECIFIED[call].reply.parse(json);
}

interface Input {
  readonly id?: string;
  readonly query?: string;
  readonly body?: object;
}

const answerOf = (who: Caller, call: Call, { id = '', query = '', body }: Input): Promise<Answer> => {
  const [method = '', path = ''] = call.split(' ');
  return who.send(method.toUpperCase(), path.replace(/:\w+/, id) + query, method === 'get' ? undefined : (body ?? {}));
};

const use = async <C extends Call>(who: Caller, call: C, input: Input = {}): Promise<Read<C>> => {
  const { status, json, text } = await answerOf(who, call, input);
  if (status >= 300) throw new Error(`${call} answered ${status}: ${text}`);
  return parsed(call, json);
};

interface Stream {
  text: string;
  readonly events: Record<string, object[]>;
}

interface FrameData {
  readonly choices?: readonly [{ readonly delta: { readonly content?: string } }];
  readonly content?: string;
  readonly status?: string;
}

const isSpecified = (event: string): event is keyof typeof SPECIFIED_EVENTS => Object.hasOwn(SPECIFIED_EVENTS, event);

/** Part 2.1 of the specification: an event of another name has neither `choices` nor `content`, and so no text. */
const frameOf = (block: string) => {
  const lines = block.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return { event: field('event') ?? '', data: field('data') };
};

const textOf = ({ choices, content }: FrameData): string => choices?.[0].delta.content ?? content ?? '';

const stream = async (who: Caller, call: Call, body: object): Promise<Stream> => {
  const { text: raw, status, headers } = await answerOf(who, call, { body });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const read: Stream = { text: '', events: {} };
  for (const { event, data } of raw.split('\n\n').map(frameOf)) {
    if (data === undefined || data === '[DONE]') continue;
    const json: FrameData = JSON.parse(data);
    read.text += textOf(json);
    if (isSpecified(event) && json.status === undefined)
      (read.events[event] ??= []).push(SPECIFIED_EVENTS[event].parse(json));
  }
  return read;
};

/** A form with a file, whose answer is read like any other. */
const upload = async <C extends Call>(who: Caller, call: C, file: Blob, name: string): Promise<Read<C>> => {
  const form = new FormData();
  form.append('file', file, name);
  const response = await fetch(who.url + call.replace('post ', ''), {
    method: 'POST',
    headers: who.headers,
    body: form,
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${JSON.stringify(json)}`);
  return parsed(call, json);
};

describeProduct({}, (product) => {
  const nobody = () => new Client(product().url);
  const signedIn = (token: string) => new Client(product().url, { Authorization: `Bearer ${token}` });
  const password = 'a long and quiet afternoon';

  const signUp = async () => {
    const email = `${newId().toLowerCase()}@example.org`;
    const made = await use(nobody(), 'post /api/auth/register', {
      body: { email, password, name: 'Ann', uid: 'mine' },
    });
    expect(made).toMatchObject({ requiresEmailVerification: true, user: { email, name: 'Ann', emailVerified: false } });
    const token = tokenIn(made.verificationUrl ?? '');
    await use(nobody(), 'post /api/auth/verify-email', { body: { token } });
    const { token: session } = await use(nobody(), 'post /api/auth/login', { body: { email, password } });
    return { email, who: signedIn(session) };
  };

  test('signs up, in and out', async () => {
    const { who, email } = await signUp();
    const { user } = await use(who, 'get /api/auth/me');
    expect(user).toMatchObject({ email, emailVerified: true, isAdmin: false, subscription: 'free' });
    await use(nobody(), 'post /api/auth/forgot-password', { body: { email } });
    await use(nobody(), 'get /api/auth/captcha');
    await use(who, 'post /api/auth/logout');
    expect((await who.get('/api/auth/me')).json).toEqual({ error: 'Not authenticated', code: 'UNAUTHORIZED' });
  });

  test('chats, keeps the chat by itself, and finds it again', async () => {
    const { who } = await signUp();
    const question = { role: 'user', content: 'What is a tide?' };
    const { models } = await use(who, 'get /api/ai/discover-models');
    const reply = await stream(who, 'post /api/ai/groq', {
      ...{ messages: [question], model: models[0]?.id, temperature: 0.6, max_completion_tokens: 1024, top_p: 1 },
      ...{ stream: true, stop: null, personality: 'default', agentMode: false },
    });
    expect(reply.text).not.toBe('');
    expect(reply.events['meta']).toHaveLength(1);
    expect(reply.events['error']).toBeUndefined();

    const messages = [question, { role: 'assistant', content: reply.text }];
    const { title } = await use(who, 'post /api/ai/generate-title', { body: { messages } });
    const [chatId, now] = [newId(), new Date().toISOString()];
    const chat = {
      ...{ id: chatId, title, createdAt: now, updatedAt: now, lastUpdated: now, gptType: 'default' },
      ...{ sources: [], images: [], relatedQuestions: [] },
      messages: messages.map((message, index) => ({ id: `m${index}`, timestamp: now, ...message })),
    };
    await use(who, 'post /api/progress/chat', { body: { chatId, chat } });
    const { chats } = await use(who, 'get /api/progress/chats', { query: '?limit=50' });
    expect(chats).toMatchObject([{ id: chatId, title, messageCount: 2 }]);
    expect(await use(who, 'get /api/progress/chat/:id', { id: chatId })).toMatchObject({ messages });
    expect(Object.keys((await use(who, 'get /api/progress')).chats)).toEqual([chatId]);
    await use(who, 'delete /api/progress/chat/:id', { id: chatId });
  });

  test('shows the same text of a reply that has steps, thoughts, citations and follow-ups', async () => {
    const { who, email } = await signUp();
    await setPlan(product(), email, 'premium');
    const { agents } = await use(who, 'get /api/agent/available');
    expect(agents.map(({ id }) => id)).toContain('research_agent');
    expect(await use(who, 'get /api/agent/status')).toMatchObject({ eligible: true });
    const chatId = newId();
    const reply = await stream(who, 'post /api/agent/stream', {
      ...{ message: 'How do I connect Ollama?', messages: [], agentType: 'research_agent', stream: true },
      ...{ chatId, messageId: 'q1' },
    });
    const { messages, title, createdAt, updatedAt, lastUpdated } = await use(who, 'get /api/progress/chat/:id', {
      id: chatId,
    });
    expect(messages[1]?.content).toBe(reply.text);
    expect(reply.events['meta']).toMatchObject([{ agentType: 'research_agent' }]);
    const sources = SPECIFIED_EVENTS.sources
      .array()
      .parse(reply.events['sources'])
      .flatMap((event) => event.sources);
    expect(sources.length).toBeGreaterThan(0);
    const chat = { id: chatId, title, createdAt, updatedAt, lastUpdated, gptType: 'default', messages, sources };
    await use(who, 'post /api/progress/chat', {
      body: { chatId, chat: { ...chat, images: [], relatedQuestions: [] } },
    });
    expect(await use(who, 'get /api/progress/chat/:id', { id: chatId })).toMatchObject({ messages, sources });
  });

  test('searches, and has the results summed up', async () => {
    const { who } = await signUp();
    const reply = await stream(who, 'post /api/ai/groq', {
      messages: [{ role: 'user', content: 'what are the latest plans' }],
    });
    const [found] = SPECIFIED_EVENTS.sources.array().parse(reply.events['sources']);
    const sources = found?.sources ?? [];
    expect(sources.length).toBeGreaterThan(0);
    const searchResults = sources
      .map(({ url, title, snippet }) => ({ url, title, snippet }))
      .filter(({ url }) => url !== '');
    const { text } = await answerOf(who, 'post /api/search/orchestrated', {
      body: { query: 'plans', searchResults, sources },
    });
    const types = text
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line): unknown => JSON.parse(line.slice(6)).type);
    expect([types[0], types.at(-1), types.includes('content')]).toEqual(['sources', 'complete', true]);
    const { questions } = await use(who, 'post /api/ai/related-questions', {
      body: { query: 'plans', response: reply.text, count: 4 },
    });
    expect(Array.isArray(questions)).toBe(true);
  });

  test('stores files and attaches them', async () => {
    const { who, email } = await signUp();
    await setPlan(product(), email, 'basic');
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c80a0a' } })
      .png()
      .toBuffer();
    const attached = await upload(who, 'post /api/ai/upload', new Blob([Uint8Array.from(png)]), 'dot.png');
    expect(await use(who, 'get /api/ai/files/:id', { id: attached.id })).toMatchObject({ name: 'dot.png' });
    const { file } = await upload(who, 'post /api/files/upload', new Blob(['High tide at noon.']), 'tides.txt');
    const { files, usage, pagination } = await use(who, 'get /api/files', { query: '?page=1&limit=20' });
    expect([files.map(({ id }) => id), usage.totalFiles, pagination.total]).toEqual([[file.id], 2, 1]);
    const reply = await stream(who, 'post /api/ai/groq', {
      messages: [{ role: 'user', content: 'When?' }],
      fileId: file.id,
    });
    expect(reply.text).not.toBe('');
    await use(who, 'delete /api/files/:id', { id: file.id });
  });

  test('reads limits, plans and what a visitor may do, and is told a limit', async () => {
    const { who } = await signUp();
    await stream(who, 'post /api/ai/groq', { messages: [{ role: 'user', content: 'One' }] });
    expect(await use(who, 'get /api/ai/usage')).toMatchObject({ tier: 'free', daily: { used: 1, limit: 30 } });
    expect(await use(who, 'get /api/stripe/subscription')).toMatchObject({
      tier: 'free',
      status: 'none',
      dailyLimit: 30,
    });
    expect(Object.keys((await use(who, 'get /api/ai/model-config')).tiers)).toEqual(['free']);
    const { maxTrialMessages } = await use(nobody(), 'get /api/freemium-config');
    const visitor = newVisitor(product().url);
    const body = { message: 'Hi', conversationHistory: [] };
    for (let sent = 0; sent < maxTrialMessages; sent += 1)
      expect((await stream(visitor, 'post /api/ai/trial', body)).text).not.toBe('');
    const refused = await answerOf(visitor, 'post /api/ai/trial', { body });
    expect([refused.status, refused.json]).toMatchObject([
      429,
      { code: 'USAGE_LIMIT_EXCEEDED', limit: maxTrialMessages },
    ]);
  });
});
