import { matchIn } from '../../src/domain/chat/conversations/match-in.ts';
import { parseChart, writeChartBlock } from '../../src/shared/chart.ts';
import { NO_DETAILS } from '../../src/shared/reply-details.ts';
import { aChat, aMessage, anAnswer, chatIdOf, NOON } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';

/** What searching through chats must do on every engine. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeAChatSearch = (name: string, create: () => Promise<ChatFixture>): void => {
  describe(`${name}: search`, () => {
    /** Ann's chats by name: their titles and one question each. */
    const library = async (texts: Readonly<Record<string, { title?: string; text?: string; owner?: string }>>) => {
      const world = await create();
      for (const [index, [id, { title, text, owner }]] of Object.entries(texts).entries()) {
        const chat = aChat({
          id: chatIdOf(id),
          title: title ?? 'New Chat',
          ownerId: owner ?? 'ann',
          updatedAt: NOON + index,
        });
        await world.chats.create({ ...chat, key: `key-${id}` });
        if (text !== undefined) await world.messages.add(`key-${id}`, [aMessage({ content: text })]);
      }
      const find = async (query: string, page: { limit: number; before?: number } = { limit: 50 }, owner = 'ann') =>
        (await world.chats.search(owner, query, page)).map(({ id }) => id.replace(/^0+/, ''));
      return { ...world, find };
    };

    test('finds words in titles and in messages, by their beginning, newest first', async () => {
      const { find } = await library({
        a: { title: 'Baking bread' },
        b: { text: 'How long does bread bake?' },
        c: { title: 'Taxes' },
      });
      expect(await find('bread')).toEqual(['b', 'a']);
      expect(await find('bre')).toEqual(['b', 'a']);
      expect(await find('bak')).toEqual(['b', 'a']);
      expect(await find('baking')).toEqual(['a']);
      expect(await find('read')).toEqual([]);
    });

    test('finds the words of a synthesis, added with its message or later', async () => {
      const { messages, find } = await library({ a: { text: 'Which plans?' }, b: { text: 'And you?' } });
      const answer = anAnswer({
        id: 'a2',
        content: 'Three.',
        status: 'complete',
        details: { ...NO_DETAILS, synthesis: 'Sesame "costs" more' },
      });
      await messages.add('key-a', [answer]);
      expect(await find('sesame costs')).toEqual(['a']);
      await messages.add('key-b', [{ ...answer, details: null }]);
      expect(await find('sesame')).toEqual(['a']);
      await messages.update('key-b', answer);
      expect(await find('sesame three')).toEqual(['b', 'a']);
    });

    test('asks for every word, wherever in the chat it stands', async () => {
      const { find } = await library({
        a: { title: 'Bread', text: 'with sesame' },
        b: { title: 'Bread', text: 'with raisins' },
      });
      expect(await find('bread sesame')).toEqual(['a']);
      expect(await find('sesame raisins')).toEqual([]);
    });

    test('does not mind case or accents', async () => {
      const { find } = await library({ a: { text: 'Ein Crème brûlée für ÖSTERREICH' }, b: { text: 'ПРИВЕТ мир' } });
      for (const query of ['creme', 'CRÈME', 'brulee', 'österr', 'osterreich', 'fur'])
        expect(await find(query)).toEqual(['a']);
      expect(await find('привет')).toEqual(['b']);
      expect(await find('прив МИР')).toEqual(['b']);
    });

    test('finds short words, everyday words, numbers and words in scripts without spaces', async () => {
      const { find } = await library({
        a: { title: 'To be or not' },
        b: { text: 'x is 42' },
        c: { text: '私は東京都に住んでいます' },
        d: { text: '한국어 문장' },
      });
      expect(await find('to be')).toEqual(['a']);
      expect(await find('the to be')).toEqual([]);
      expect(await find('is x')).toEqual(['b']);
      expect(await find('42')).toEqual(['b']);
      expect(await find('東京')).toEqual(['c']);
      expect(await find('京都に')).toEqual(['c']);
      expect(await find('都')).toEqual(['c']);
      expect(await find('大阪')).toEqual([]);
      expect(await find('한국')).toEqual(['d']);
    });

    test('takes operators, quotes and wildcards as what was typed', async () => {
      const { find } = await library({ a: { text: 'flour AND eggs (fresh), 100% "fine"' }, b: { text: 'only eggs' } });
      expect(await find('flour OR eggs')).toEqual([]);
      expect(await find('flour AND eggs')).toEqual(['a']);
      expect(await find('eggs -flour')).toEqual(['a']);
      expect(await find('"fine" +100% (fresh)*')).toEqual(['a']);
      expect(await find("e*ggs' ; DROP TABLE chats --")).toEqual([]);
      for (const nothing of ['', '   ', '*', '"', '+-~<>()@%_\\', '🥞']) expect(await find(nothing)).toEqual([]);
      expect(await find('eggs')).toEqual(['b', 'a']);
    });

    test('never finds what is another person’s', async () => {
      const { find } = await library({ a: { title: 'Payroll', owner: 'bob' }, b: { title: 'Payroll' } });
      expect(await find('payroll')).toEqual(['b']);
      expect(await find('payroll', { limit: 50 }, 'bob')).toEqual(['a']);
      expect(await find('payroll', { limit: 50 }, 'nobody')).toEqual([]);
    });

    test('pages through what it finds', async () => {
      const { find } = await library({ a: { title: 'Note 1' }, b: { title: 'Note 2' }, c: { title: 'Note 3' } });
      expect(await find('note', { limit: 2 })).toEqual(['c', 'b']);
      expect(await find('note', { limit: 2, before: NOON + 1 })).toEqual(['a']);
    });

    test('follows a new title', async () => {
      const { chats, find } = await library({ a: { title: 'Bread' } });
      const chat = await chats.find('ann', chatIdOf('a'));
      if (chat) await chats.update({ ...chat, title: 'Cake' });
      expect(await find('bread')).toEqual([]);
      expect(await find('cake')).toEqual(['a']);
    });

    test('finds a reply once it is finished, by its final text', async () => {
      const { messages, find } = await library({ a: { title: 'Bread' } });
      const answer = anAnswer({ status: 'streaming', content: 'sesame' });
      await messages.add('key-a', [answer]);
      expect(await find('sesame')).toEqual([]);
      await messages.update('key-a', { ...answer, status: 'complete', content: 'poppy seeds' });
      expect(await find('poppy')).toEqual(['a']);
      await messages.update('key-a', { ...answer, status: 'complete', content: 'linseed' });
      expect(await find('poppy')).toEqual([]);
      expect(await find('linseed')).toEqual(['a']);
    });

    test('finds a turn at once, and passes over what was said in a chat that is gone', async () => {
      const { chats, messages, find } = await library({ a: { title: 'Bread' }, b: { title: 'Cake' } });
      const answer = anAnswer({ id: 'a1', status: 'streaming', content: '' });
      const turn = (text: string) =>
        ({ messages: [aMessage({ id: 'q1', content: text }), answer], existingMessages: 0, at: NOON }) as const;
      await messages.appendTurn({ key: 'key-a', ownerId: 'ann' }, turn('spelt'));
      await messages.appendTurn({ key: 'key-b', ownerId: 'ann' }, turn('spelt'));
      await chats.remove('ann', chatIdOf('b'));
      expect(await find('spelt')).toEqual(['a']);
      await messages.update('key-a', { ...answer, status: 'complete', content: 'caraway' });
      expect(await find('caraway spelt')).toEqual(['a']);
      expect(await find('spelt', { limit: 50 }, 'bob')).toEqual([]);
    });

    test('names the message with most of the words, the newest of several, and its text', async () => {
      const { chats, messages } = await library({ a: { title: 'Rye', text: 'bread' }, b: { title: 'Rye bread' } });
      await messages.add('key-a', [
        anAnswer({ id: 'a1', content: 'rye bread', status: 'complete' }),
        aMessage({ id: 'q2', content: 'more rye bread' }),
        aMessage({ id: 'q3', content: 'bread again' }),
      ]);
      const found = async (query: string) =>
        (await chats.search('ann', query, { limit: 50 })).map(({ found: of }) => of);
      expect(await found('rye bread')).toEqual([null, { messageId: 'q2', text: 'more rye bread' }]);
      expect(await found('rye again')).toEqual([{ messageId: 'q3', text: 'bread again' }]);
    });

    test('finds what an edit made of an artifact, and says what it is', async () => {
      const { chats, messages, find } = await library({ a: { title: 'Rye' }, b: { title: 'Cake' } });
      const rows = Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n');
      const made = `\`\`\`html\n<title>Oven</title>\n${rows}\n\`\`\``;
      const edit = (to: string) =>
        `\`\`\`artifact-edit\nid: html-oven\n<<<<<<< SEARCH\nLine 3\n=======\n${to}\n>>>>>>> REPLACE\n\`\`\``;
      const answerTo = (id: string, parentId: string | null, content: string) =>
        anAnswer({ id, parentId, content, status: 'complete' });
      await messages.add('key-a', [answerTo('a1', null, made), answerTo('a2', 'a1', edit('caraway'))]);
      const late = answerTo('a3', 'a1', edit('fennel'));
      await messages.add('key-a', [{ ...late, status: 'streaming', content: '' }]);
      await messages.update('key-a', late);
      await messages.add('key-b', [answerTo('b1', null, edit('caraway'))]);
      const found = async (query: string) =>
        (await chats.search('ann', query, { limit: 50 })).map(({ found: of }) => [
          of?.messageId,
          of?.edited?.map(({ title, source }) => [title, source.split('\n')[4]]),
        ]);
      expect(await found('caraway line 19')).toEqual([['a2', [['Oven', 'caraway']]]]);
      expect(await found('fennel line 19')).toEqual([['a3', [['Oven', 'fennel']]]]);
      expect(await found('caraway')).toEqual([['a2', [['Oven', 'caraway']]]]);
      expect(await find('oven 19')).toEqual(['a']);
    });

    test('finds the words of a chart, and not the names of its fields', async () => {
      const series = [{ name: 'Caraway', values: [3, 4] }];
      const chart = writeChartBlock(parseChart({ type: 'bar', title: 'Seeds', labels: ['Spring', 'Autumn'], series }));
      const { chats, find } = await library({ a: { text: `Here:\n\n${chart}` } });
      expect([await find('caraway autumn'), await find('labels'), await find('series')]).toEqual([['a'], [], []]);
      const [found] = await chats.search('ann', 'caraway autumn', { limit: 50 });
      expect(found?.found && matchIn(found.found, 'caraway autumn')).toMatchObject({
        excerpt: expect.stringMatching(/Caraway.*Autumn/),
        artifact: { id: 'chart-seeds', kind: 'chart', title: 'Seeds' },
      });
    });

    test('finds what the person made of an artifact, and what later edits made of that', async () => {
      const { chats, messages } = await library({ a: { title: 'Rye' } });
      const rows = Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n');
      const made = anAnswer({ id: 'a1', parentId: null, content: `\`\`\`html\n<title>Oven</title>\n${rows}\n\`\`\`` });
      const edit = '```artifact-edit\nid: html-oven\n<<<<<<< SEARCH\nmine\n=======\nfennel\n>>>>>>> REPLACE\n```';
      await messages.add('key-a', [made]);
      const own = (id: string, word: string) => ({
        id,
        artifactId: 'html-oven',
        kind: 'html' as const,
        source: `<title>Oven</title>\n${word} 🥖\nmine`,
        at: '2026-01-01T00:00:00.000Z',
      });
      const ownVersions = [own('v1', 'aniseed'), own('v2', 'caraway')];
      await messages.update('key-a', { ...made, details: { ...NO_DETAILS, ownVersions } });
      await messages.add('key-a', [anAnswer({ id: 'a2', parentId: 'a1', content: edit })]);
      const found = async (query: string) =>
        (await chats.search('ann', query, { limit: 50 })).map(({ found: of }) => [
          of?.messageId,
          of?.edited?.map(({ source }) => source.split('\n').slice(1)),
        ]);
      expect(await found('mine caraway')).toEqual([['a1', [['caraway 🥖', 'mine']]]]);
      expect(await found('fennel')).toEqual([['a2', [['caraway 🥖', 'fennel']]]]);
      expect(await found('aniseed')).toEqual([]);
      const { turns } = await messages.findPrecedingPath('key-a', 'a2', 1000);
      expect(turns.map(({ own: of }) => of?.map(({ id }) => id))).toEqual([['v1', 'v2'], undefined]);
      await messages.update('key-a', { ...made, details: NO_DETAILS });
      expect(await found('mine caraway')).toEqual([]);
    });

    test('finds words deep in a long message and very long words by their beginning', async () => {
      const long = `${'filler '.repeat(20_000)} needle ${'a'.repeat(300)}`;
      const { find } = await library({ a: { text: long } });
      expect(await find('needle')).toEqual(['a']);
      expect(await find('a'.repeat(200))).toEqual(['a']);
    });
  });
};
