import { WebSearch } from '../../../../src/domain/agents/ports.ts';
import { LedgerStore } from '../../../../src/domain/billing/ports.ts';
import { eventually, newId, newVisitor } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson } from '../../../product/premium.ts';
import { type ScriptedResponse, streamsText, streamsToolCalls } from '../../../vendors/openai-server.ts';

const ANSWER = `There are plans [1]. ${'Each of them has its own limits. '.repeat(5)}`;

/** Answers a request for related questions with one, and anything else with a summary. */
const reply: ScriptedResponse = (wire, request) =>
  streamsText(
    JSON.stringify(request.body).includes('Suggest 4 questions')
      ? '[{"text": "Which plan is the cheapest?", "category": "comparison"}]'
      : 'In short: there are plans [1].',
  )(wire, request);

describeProduct({ upstream: { reply } }, (product) => {
  const askAndAnswer = async (more: object) => {
    const { person } = await newPremiumPerson(product());
    const tool = product().running.container.get(WebSearch).toolName;
    product().modelServer.enqueue(
      streamsToolCalls('', { id: 'a', name: tool, pieces: ['{"query":"plans"}'] }),
      streamsText(ANSWER),
    );
    const chatId = newId();
    const body = { message: 'Which plans are there?', agentType: 'research_agent', chatId, messageId: 'q1', ...more };
    const stream = await person.watch('POST', '/api/agent/stream', body);
    return { person, chatId, stream };
  };

  test('title, related questions and synthesis follow the answer on its stream, stored and resumed', async () => {
    const { person, chatId, stream } = await askAndAnswer({ followUps: true, synthesis: true });
    await stream.whole();
    const names = stream.frames.map(({ event }) => event);
    const done = stream.frames.findIndex(({ data }) => data === '[DONE]');
    for (const name of ['title', 'related', 'synthesis']) expect(names.indexOf(name)).toBeGreaterThan(done);
    const ids = stream.frames.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => index));

    const chat = await eventually(async () => {
      const { json } = await person.chat(chatId);
      return json.messages.at(-1).followUps === undefined && json;
    });
    expect(chat.title).not.toBe('New Chat');
    const { synthesis, sources, relatedQuestions } = chat.messages.at(-1).details;
    expect(relatedQuestions).toMatchObject([{ text: 'Which plan is the cheapest?', category: 'comparison' }]);
    expect(chat.relatedQuestions).toEqual(relatedQuestions);
    expect(chat.sources.length).toBeGreaterThan(0);
    expect(synthesis).toBe(
      stream
        .said('synthesis')
        .map(({ delta }) => delta)
        .join(''),
    );
    expect(synthesis).not.toBe('');
    expect(sources.length).toBeGreaterThan(0);

    const plain = (frames: typeof stream.frames) => frames.map(({ id, event, data }) => [id, event, data]);
    for (let seen = done; seen < stream.frames.length - 1; seen += 1) {
      const rest = await (await person.follow(stream.replyId, { 'Last-Event-ID': String(seen) })).whole();
      expect(plain(rest.frames.filter(({ data }) => data !== '[DONE]'))).toEqual(plain(stream.frames.slice(seen + 1)));
    }
  });

  test('a closed tab gets them too', async () => {
    const { person, chatId, stream } = await askAndAnswer({ followUps: true, synthesis: true });
    await stream.shows(1);
    stream.leave();
    await eventually(async () => (await person.chat(chatId)).json.messages.at(-1).details?.synthesis);
  });

  test('a described client, which asks for none, gets its stream as before', async () => {
    const { person, chatId, stream } = await askAndAnswer({});
    await stream.whole();
    expect(stream.frames.at(-1)?.data).toBe('[DONE]');
    expect((await person.chat(chatId)).json).toMatchObject({ title: 'New Chat' });
  });

  test('each of them is a line of the ledger; shares and exports have the synthesis', async () => {
    const { person, chatId, stream } = await askAndAnswer({ followUps: true, synthesis: true });
    await stream.whole();
    const owner = `user:${(await person.get('/api/auth/me')).json.user.uid}`;
    const lines = await eventually(async () => {
      const found = await product().running.container.get(LedgerStore).listPage(owner, undefined, 20);
      return found.length >= 4 ? found : undefined;
    });
    const purposes = (lines ?? []).map(({ purpose }) => purpose);
    expect(purposes).toEqual(expect.arrayContaining(['reply', 'title', 'related-questions', 'synthesis']));
    const share = await person.post('/api/shares', { chatId });
    const shown = await person.get(`/api/shared/${String(share.json.url).split('/share/')[1]}`);
    expect(shown.text).toContain('In short: there are plans [1].');
    for (const format of ['json', 'markdown'])
      expect((await person.get(`/api/account/export?format=${format}`)).text).toContain(
        'In short: there are plans [1].',
      );
  });

  test('a visitor whose question was a search gets related questions and a synthesis on the stream', async () => {
    const visitor = newVisitor(product().url);
    product().modelServer.enqueue(streamsText(ANSWER));
    const body = { message: 'latest news about plans', followUps: true, synthesis: true };
    const stream = await (await visitor.watch('POST', '/api/ai/trial', body)).whole();
    expect(stream.said('related')[0]).toMatchObject({ questions: [{ text: 'Which plan is the cheapest?' }] });
    expect(
      stream
        .said('synthesis')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('In short: there are plans [1].');
    expect(stream.said('title')).toEqual([]);
  });
});
