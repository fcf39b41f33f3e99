import fc from 'fast-check';

import { systemPrompt } from '../../../src/domain/chat/replies/prompts.ts';
import { measureTokens } from '../../../src/domain/kernel/estimate-tokens.ts';
import { MAX_FILE_SOURCES } from '../../../src/shared/reply-state.ts';
import { aBlock } from '../../fakes/document-reader.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { CHAT } from '../chat/harness.ts';
import { aFileDesk, replyIdOf, sourcesIn } from './file-desk.ts';

type Desk = ReturnType<typeof aFileDesk>;

/** About 17 KB of rules in 20 sections, none of which says the words of the question. */
const LICENCE = Array.from({ length: 20 }, (_, at) => [
  aBlock(`Section ${at + 1}`, { kind: 'heading', level: 2 }),
  aBlock(
    at === 13
      ? 'Whoever passes the work on must name its author in the same place.'
      : `The parties of part ${at + 1} agree on what they owe to each other. `.repeat(13),
  ),
]).flat();

/** `count` pages of about 250 tokens; the words of `special` stand on one of them. */
const aBook = (count: number, special: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) =>
    aBlock(special[at + 1] ?? `Chapter ${at + 1} tells at length of day ${at + 1}. `.repeat(22), { page: at + 1 }),
  );

const embedded = async (desk: Desk, id: string, blocks: ReturnType<typeof aBook>): Promise<void> => {
  await desk.put({ id, name: `${id}.pdf`, kind: 'pdf', purpose: 'permanent', embeddingStatus: 'pending' }, ...blocks);
  await desk.embed(id);
};

const usageOf = async (desk: Desk, events: Awaited<ReturnType<Desk['askWith']>>) =>
  (await desk.traces.find(replyIdOf(events), 'user:ann'))?.files ?? [];

const filePart = (prompt: string): string => prompt.slice(0, prompt.lastIndexOf('You are Parley'));

describe('files that fit the budget', () => {
  test('are given whole whether they are embedded or not: embedding a small file makes no answer worse', async () => {
    const prompts: string[] = [];
    for (const isEmbedded of [false, true]) {
      const desk = aFileDesk();
      await desk.put({ id: 'f1', name: 'licence.md', purpose: 'permanent' }, ...LICENCE);
      if (isEmbedded) await desk.embed('f1');
      expect(await desk.files.find('ann', 'f1')).toMatchObject({
        embeddingStatus: isEmbedded ? 'completed' : 'disabled',
      });
      const events = await desk.askWith(['f1'], 'Do I have to give credit?');
      expect((await usageOf(desk, events))[0]).toMatchObject({ how: 'whole', given: 20, total: 20 });
      prompts.push(desk.told());
    }
    expect(prompts[0]?.length).toBeGreaterThan(16_000);
    expect(prompts[0]).toContain('must name its author');
    expect(prompts[1]).toBe(prompts[0]);
  });

  test('have a number for each section, and the sources name the headings', async () => {
    const desk = aFileDesk();
    await desk.put({ id: 'f1', name: 'licence.md' }, ...LICENCE);
    const sources = sourcesIn(await desk.askWith(['f1']));
    expect(sources.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, at) => `licence.md › Section ${at + 1}`),
    );
    expect(desk.told()).toContain('=== [14] Section 14 ===\nWhoever passes the work on');
    expect(new Set(sources.map(({ url }) => url)).size).toBe(20);
  });

  test('with more sections than numbers share numbers, and name the headings inside', async () => {
    const desk = aFileDesk();
    const rules = Array.from({ length: 200 }, (_, at) => [
      aBlock(`Rule ${at + 1}`, { kind: 'heading', level: 2 }),
      aBlock(`Nobody may do thing ${at + 1}.`),
    ]).flat();
    await desk.put({ id: 'f1' }, ...rules);
    expect(sourcesIn(await desk.askWith(['f1'])).length).toBeLessThanOrEqual(MAX_FILE_SOURCES);
    expect(desk.told().match(/Nobody may do thing \d+\./g)).toHaveLength(200);
    expect(desk.told()).toContain('Rule 77\n\nNobody may do thing 77.');
  });

  test('stand first and unchanged in the prompts of a conversation', async () => {
    const desk = aFileDesk();
    await desk.put({ id: 'f1', name: 'licence.md' }, ...LICENCE);
    await desk.put({ id: 'f2' }, 'The toll is 3 euros.');
    await desk.askWith(['f1', 'f2']);
    const first = filePart(desk.told());
    await desk.askWith([], 'And the toll?', { target: { chatId: CHAT, messageId: 'q2' } });
    expect(desk.told().startsWith(first)).toBe(true);
    expect(first).toContain('The toll is 3 euros.');
  });

  test('stay first and unchanged beside a large one, whose passages differ by question', async () => {
    const desk = aFileDesk();
    await desk.put({ id: 'f1', name: 'licence.md' }, ...LICENCE);
    await embedded(desk, 'book', aBook(120, { 30: 'The pump is blue.', 90: 'The crane is red.' }));
    await desk.askWith(['f1', 'book'], 'Which colour has the pump?');
    const [first, pump] = [filePart(desk.told()), desk.told()];
    await desk.askWith([], 'Which colour has the crane?', { target: { chatId: CHAT, messageId: 'q2' } });
    expect(first).toContain('must name its author');
    expect(desk.told().startsWith(first)).toBe(true);
    expect([pump.includes('The pump is blue.'), desk.told().includes('The crane is red.')]).toEqual([true, true]);
    expect(desk.told()).not.toBe(pump);
  });
});

describe('files that are larger than the budget', () => {
  test('fill it with their best passages, at least five, and say how many of how many', async () => {
    const desk = aFileDesk();
    await desk.setBudget(5000);
    await embedded(desk, 'book', aBook(120, { 60: 'The pump is blue.' }));
    const events = await desk.askWith(['book'], 'Which colour has the pump on day 7?');
    const [usage] = await usageOf(desk, events);
    expect(usage).toMatchObject({ how: 'passages', total: 120 });
    expect(usage?.given).toBeGreaterThanOrEqual(12);
    expect(desk.told()).toContain(`Only ${usage?.given} of its 120 passages are given`);
    expect(desk.told()).toContain('The pump is blue.');
  });

  test('join neighbours, also over a gap of one', async () => {
    const desk = aFileDesk();
    await desk.setBudget(3000);
    const pages = aBook(60, { 30: 'The pump is blue.', 31: 'It was painted.', 32: 'The pump runs.' });
    await embedded(desk, 'book', pages);
    await desk.askWith(['book'], 'pump');
    expect(desk.told()).toContain('It was painted.');
  });

  test('each have a share when they are attached, or named in the question', async () => {
    const desk = aFileDesk();
    await desk.setBudget(4000);
    await embedded(desk, 'book', aBook(80));
    const pump = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [at + 1, `The pump of day ${at}. `.repeat(50)]),
    );
    await embedded(desk, 'pumps', aBook(80, pump));
    const both = await usageOf(desk, await desk.askWith(['book', 'pumps'], 'Tell me of the pump'));
    expect(both.map(({ given }) => given > 2)).toEqual([true, true]);
    const named = await desk.askWith([], 'What of the pump is in the book?', {
      target: { chatId: CHAT, messageId: 'q2' },
    });
    expect((await usageOf(desk, named)).map(({ given }) => given > 2)).toEqual([true, true]);
  });

  test('are searched by words where they are not embedded, and the reply can tell why', async () => {
    const desk = aFileDesk();
    await desk.setBudget(3000);
    await desk.put({ id: 'book', name: 'book.pdf', kind: 'pdf' }, ...aBook(120, { 77: 'The pumps are blue.' }));
    const events = await desk.askWith(['book'], 'Which colour has the pump?');
    expect(desk.told()).toContain('The pumps are blue.');
    expect(sourcesIn(events).map(({ url }) => url)).toContain('/?file=book&page=77');
    expect((await usageOf(desk, events))[0]).toMatchObject({ how: 'passages', total: 120 });
    const trace = await desk.traces.find(replyIdOf(events), 'user:ann');
    expect(trace?.considered[0]).toMatchObject({ page: 77, keywordRank: 1, vectorRank: null, given: true });
  });

  test('are looked up by a model’s wordings too where they are not embedded, and get the second look', async () => {
    const desk = aFileDesk();
    await desk.setBudget(3000);
    await desk.put({ id: 'book', name: 'book.pdf', kind: 'pdf' }, ...aBook(120, { 77: 'Entkalken: Essig aufkochen.' }));
    desk.helper.answers.set(
      'rewording',
      '{"question": "", "wordings": ["Essig aufkochen zum Entkalken"], "terms": []}',
    );
    const events = await desk.askWith(['book'], 'How is limescale removed?');
    expect(desk.helper.requests.map(({ purpose }) => purpose)).toEqual(['rewording']);
    expect(desk.helper.requests[0]?.messages[1]?.content).toContain('book.pdf');
    expect(desk.told()).toContain('Entkalken: Essig aufkochen.');
    const trace = await desk.traces.find(replyIdOf(events), 'user:ann');
    expect(trace?.wordings.map(({ kind }) => kind)).toEqual(['question', 'reworded']);
    expect(trace?.secondLook).toBe('features');
    expect(trace?.considered[0]).toMatchObject({ page: 77, wording: 1, given: true });
    desk.reranker.isOff = false;
    const again = await desk.askWith(['book'], 'Entkalken?', { target: { chatId: CHAT, messageId: 'q2' } });
    expect((await desk.traces.find(replyIdOf(again), 'user:ann'))?.secondLook).toBe('cross-encoder');
  });

  test('are parsed once for many questions', async () => {
    const desk = aFileDesk();
    await desk.put({ id: 'book' }, ...aBook(120));
    let parsed = 0;
    const { extract } = desk.reader;
    desk.reader.extract = (...of) => {
      parsed += 1;
      return extract(...of);
    };
    await desk.askWith(['book'], 'Chapter 7');
    await desk.askWith([], 'Chapter 9', { target: { chatId: CHAT, messageId: 'q2' } });
    expect(parsed).toBe(1);
  });

  test('are not read when their size is known', async () => {
    const desk = aFileDesk();
    await embedded(desk, 'book', aBook(120));
    expect((await desk.files.find('ann', 'book'))?.textTokens).toBeGreaterThan(24_000);
    const listed: string[] = [];
    const { chunks } = desk;
    const listByFile = chunks.listByFile.bind(chunks);
    chunks.listByFile = (...of) => {
      listed.push(of[1]);
      return listByFile(...of);
    };
    await desk.askWith(['book'], 'Chapter 7');
    expect(listed).toEqual([]);
  });

  test('have a size after the first question, also when they were embedded before sizes were noted', async () => {
    const desk = aFileDesk();
    await embedded(desk, 'book', aBook(1200));
    const { files } = desk;
    const exact = (await files.find('ann', 'book'))?.textTokens ?? 0;
    await files.setTextTokens('ann', 'book', 0);
    await desk.put({ id: 'note' }, 'The toll is 3 euros.');
    await desk.askWith(['note', 'book'], 'Chapter 7');
    const noted = (await files.find('ann', 'book'))?.textTokens ?? 0;
    expect(noted / exact).toBeGreaterThan(0.9);
    expect(noted / exact).toBeLessThan(1.1);
    expect((await files.find('ann', 'note'))?.textTokens).toBeGreaterThan(0);
  });
});

test('whatever the files hold, their part of the prompt is within budget, its numbers have sources', async () => {
  const text = fc.oneof(
    fc.constantFrom(
      '請假規定。',
      '<<<DATA file\n>>>',
      '=== [9] page 1 ===\n',
      'Plain words of a rule. ',
      '🙂',
      'слово ',
    ),
    fc.string({ maxLength: 12 }),
  );
  const block = fc.record({
    kind: fc.constantFrom('text' as const, 'text' as const, 'heading' as const, 'code' as const, 'table' as const),
    text: fc.tuple(text, fc.integer({ min: 1, max: 400 })).map(([piece, times]) => piece.repeat(times)),
    page: fc.option(fc.integer({ min: 1, max: 9 })),
    level: fc.integer({ min: 0, max: 6 }),
  });
  const file = fc.record({
    name: fc.tuple(text, fc.integer({ min: 1, max: 20 })).map(([piece, times]) => `${piece.repeat(times)}.txt`),
    blocks: fc.array(block, { minLength: 1, maxLength: 25 }),
    isEmbedded: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1000, max: 12_000 }),
      async (files, budget) => {
        const desk = aFileDesk();
        await desk.setBudget(budget);
        for (const [at, { name, blocks, isEmbedded }] of files.entries()) {
          const id = `f${at}`;
          await desk.put(
            { id, name: `${at}${name}`, ...(isEmbedded && { purpose: 'permanent', embeddingStatus: 'pending' }) },
            ...blocks,
          );
          if (isEmbedded) await desk.embed(id);
        }
        const sources = sourcesIn(
          await desk.askWith(
            files.map((_, at) => `f${at}`),
            'What is the rule?',
          ),
        );
        const system = desk.told();
        const own = measureTokens(systemPrompt('default').content);
        expect(measureTokens(system) - own).toBeLessThanOrEqual(budget + 2); // blank lines around it
        const numbers = [...system.matchAll(/^=== \[(\d+)\]/gm)].map(([, number]) => Number(number));
        expect(numbers).toEqual(sources.map((_, at) => at + 1));
        expect(sources.length).toBeLessThanOrEqual(MAX_FILE_SOURCES);
      },
    ),
    { numRuns: 60 },
  );
});

describe('what a model takes', () => {
  test('bounds the budget, after conversation and answer, and an agent leaves more', async () => {
    const models = new ScriptedModels('So.');
    models.contextTokens = 8000;
    const desk = aFileDesk(models);
    await embedded(desk, 'book', aBook(120));
    await desk.askWith(['book'], 'Chapter 7');
    const plain = measureTokens(desk.told());
    expect(plain).toBeLessThan((8000 - 1024) * 0.95);
    expect(plain).toBeGreaterThan(4000);
    await desk.askAgent('Chapter 7', 'reasoning_agent', {
      fileIds: ['book'],
      target: { chatId: 'c9', messageId: 'q9' },
    });
    expect(measureTokens(desk.told())).toBeLessThan(plain * 0.75);
  });

  test('that is next to nothing still leaves room for some text', async () => {
    const models = new ScriptedModels('So.');
    models.contextTokens = 500;
    const desk = aFileDesk(models);
    await embedded(desk, 'book', aBook(120));
    expect(sourcesIn(await desk.askWith(['book'], 'Chapter 7')).length).toBeGreaterThan(0);
    expect(measureTokens(desk.told())).toBeLessThan(1300);
  });
});

test('the ledger says how many tokens of each call are text of files', async () => {
  const desk = aFileDesk(new ScriptedModels('So.', { type: 'usage', inputTokens: 7000, outputTokens: 2 }));
  await desk.put({ id: 'f1' }, ...LICENCE);
  await desk.askWith(['f1']);
  const [call] = desk.ledger.calls;
  expect(call).toMatchObject({ inputTokens: 7000, purpose: 'reply' });
  expect(call?.fileTokens).toBeCloseTo(measureTokens(filePart(desk.told())), -1);
  await desk.watch(await desk.ask('And without?', { target: { chatId: 'c9', messageId: 'q9' } }));
  expect(desk.ledger.calls.at(-1)).not.toHaveProperty('fileTokens');
});

test('a provider learns how much of the prompt the next question begins with', async () => {
  const desk = aFileDesk();
  await desk.put({ id: 'f1' }, ...LICENCE);
  await desk.askWith(['f1']);
  const [request] = desk.models.requests;
  expect(desk.told().slice(0, request?.stablePrefix)).toBe(filePart(desk.told()).trimEnd());
});
