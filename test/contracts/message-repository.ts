import { messageBytes } from '../../src/domain/chat/conversations/chat-size.ts';
import { ChatNotFound } from '../../src/domain/chat/errors.ts';
import { aChat, aMessage, anAnswer, chatIdOf, NOON, someDetails } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';

/** What every MessageRepository must do. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeAMessageRepository = (name: string, create: () => Promise<ChatFixture>): void => {
  describe(`${name}: messages`, () => {
    const setup = async () => {
      const world = await create();
      const { key } = await world.chats.create(aChat());
      return { ...world, key };
    };

    test('tells how turns hang together, and gives some of them in the order that is asked for', async () => {
      const { chats, messages } = await create();
      const { key } = await chats.create(aChat());
      const kept = [
        aMessage({ content: 'Wie groß? 🥞' }),
        anAnswer({ details: someDetails() }),
        aMessage({ id: 'm3', parentId: 'm2', at: NOON + 9, content: '' }),
      ];
      await messages.add(key, kept);
      const nothing = messageBytes({ content: '', details: null });
      expect(await messages.outline(key)).toEqual(
        kept.map((each) => ({
          id: each.id,
          parentId: each.parentId,
          role: each.role,
          status: each.status,
          replyId: each.replyId,
          bytes: messageBytes(each) - nothing,
        })),
      );
      expect(await messages.outline('no such chat')).toEqual([]);
      expect(await messages.findMany(key, ['m3', 'm1', 'none', 'm3'])).toEqual([kept[2], kept[0]]);
      expect(await messages.findMany(key, [])).toEqual([]);
      expect(await messages.findMany('no such chat', ['m1'])).toEqual([]);
    });

    test('keeps a turn whole', async () => {
      const { messages, key } = await setup();
      const turns = [
        aMessage({
          content: `4-byte 🥞, quotes ' " \`, back\\slash, ${'long '.repeat(30_000)}`,
          fileIds: ['f1', 'f"2'],
        }),
        anAnswer({
          status: 'error',
          errorCode: 'AI_SERVICE_TIMEOUT',
          cached: true,
          mode: { isAgent: true, agentType: 'code_agent' },
        }),
      ];
      await messages.add(key, turns);
      expect(await messages.list(key)).toEqual(turns);
      expect(await messages.list('another chat')).toEqual([]);
    });

    test('keeps what a reply has besides its text', async () => {
      const { messages, key } = await setup();
      const answer = anAnswer({ status: 'streaming', content: '' });
      await messages.add(key, [answer]);
      const details = someDetails();
      await messages.update(key, { ...answer, content: 'So it is [1].', status: 'complete', details });
      expect((await messages.list(key))[0]?.details).toEqual(details);
      await messages.add(key, [anAnswer({ id: 'm9', at: answer.at + 1, details })]);
      expect((await messages.list(key))[1]?.details).toEqual(details);
    });

    test('has the model that answered it, also when that changed', async () => {
      const { messages, key } = await setup();
      const answer = anAnswer({ status: 'streaming', model: 'first' });
      await messages.add(key, [answer]);
      await messages.update(key, { ...answer, model: null });
      expect((await messages.list(key))[0]?.model).toBe('first');
      await messages.update(key, { ...answer, model: 'fallback' });
      expect((await messages.list(key))[0]?.model).toBe('fallback');
    });

    test('tells turns oldest first, those of one moment in the order they came', async () => {
      const { messages, key } = await setup();
      await messages.add(key, [aMessage({ id: 'z', at: NOON + 5 }), aMessage({ id: 'y', at: NOON + 5 })]);
      await messages.add(key, [aMessage({ id: 'a', at: NOON + 5 }), aMessage({ id: 'first', at: NOON })]);
      expect((await messages.list(key)).map(({ id }) => id)).toEqual(['first', 'z', 'y', 'a']);
    });

    test('finds one turn of its own chat, and those that follow it', async () => {
      const { chats, messages, key } = await setup();
      const other = await chats.create(aChat({ id: chatIdOf('c2'), key: 'k2' }));
      const second = anAnswer({ id: 'm3', at: NOON + 2, replyId: null });
      await messages.add(key, [aMessage(), second, anAnswer(), aMessage({ id: 'm4', parentId: 'm3' })]);
      await messages.add(other.key, [aMessage({ content: 'elsewhere' }), anAnswer({ id: 'm9' })]);
      expect(await messages.find(key, 'm3')).toEqual(second);
      expect(await messages.find(key, 'm9')).toBeUndefined();
      expect((await messages.listChildren(key, 'm1')).map(({ id, replyId }) => [id, replyId])).toEqual([
        ['m2', 'r1'],
        ['m3', null],
      ]);
      expect(await messages.listChildren(key, 'm4')).toEqual([]);
    });

    test('tells the path to a turn: none of its other branches, none of other chats', async () => {
      const { chats, messages, key } = await setup();
      await messages.add((await chats.create(aChat({ id: chatIdOf('c2'), key: 'k2' }))).key, [
        aMessage({ content: 'elsewhere' }),
      ]);
      await messages.add(key, [
        aMessage({ fileIds: ['f1', 'f2'] }),
        anAnswer(),
        anAnswer({ id: 'branch', content: 'Another.', fileIds: ['f9'] }),
        aMessage({ id: 'm3', parentId: 'm2', content: '', fileIds: ['f3'] }),
      ]);
      expect(await messages.findPrecedingPath(key, 'm3', 1000)).toEqual({
        turns: [
          { role: 'user', content: aMessage().content, fileIds: ['f1', 'f2'] },
          { role: 'assistant', content: anAnswer().content, fileIds: [] },
          { role: 'user', content: '', fileIds: ['f3'] },
        ],
        fileIds: ['f3', 'f2', 'f1'],
      });
      expect(await messages.findPrecedingPath(key, 'm9', 1000)).toEqual({ turns: [], fileIds: [] });
    });

    test('tells as much of a path as its room holds, counted in characters, and the files of all of it', async () => {
      const { messages, key } = await setup();
      const chain = ['öäü', 'b'.repeat(4), 'c', 'd', 'e'.repeat(90)];
      await messages.add(
        key,
        chain.map((content, at) =>
          aMessage({
            id: `m${at}`,
            parentId: at === 0 ? null : `m${at - 1}`,
            content,
            at: NOON + at,
            fileIds: [`f${at}`],
          }),
        ),
      );
      const textsTo = async (leaf: string, room: number) =>
        (await messages.findPrecedingPath(key, leaf, room)).turns.map(({ content }) => content);
      expect(await textsTo('m3', 2)).toEqual(['c', 'd']);
      expect(await textsTo('m3', 3)).toEqual(['bbbb', 'c', 'd']);
      expect(await textsTo('m3', 7)).toEqual(['öäü', 'bbbb', 'c', 'd']);
      expect(await textsTo('m1', 5)).toEqual(['öäü', 'bbbb']);
      expect(await textsTo('m1', 4)).toEqual(['bbbb']);
      expect(await messages.findPrecedingPath(key, 'm4', 1)).toEqual({
        turns: [{ role: 'user', content: chain[4], fileIds: ['f4'] }],
        fileIds: ['f4', 'f3', 'f2', 'f1', 'f0'],
      });
    });

    test('tells a path of thousands of turns', async () => {
      const { messages, key } = await setup();
      const count = 2500;
      await messages.add(
        key,
        Array.from({ length: count }, (_, at) =>
          aMessage({
            id: `m${at}`,
            parentId: at === 0 ? null : `m${at - 1}`,
            content: `${at}`,
            at: NOON + at,
            fileIds: at === 0 ? ['first'] : [],
          }),
        ),
      );
      const { turns, fileIds } = await messages.findPrecedingPath(key, `m${count - 1}`, 1_000_000);
      expect(turns.map(({ content }) => Number(content))).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(fileIds).toEqual(['first']);
      expect((await messages.findPrecedingPath(key, `m${count - 1}`, 10)).fileIds).toEqual(['first']);
    });

    test('tells a path that leaves the newest turns, and one whose turns were stored in another order', async () => {
      const { messages, key } = await setup();
      const turn = (id: string, parentId: string | null, at: number) =>
        aMessage({ id, parentId, content: id, at: NOON + at, fileIds: at % 10 === 0 ? [`f-${id}`] : [] });
      const chain = (name: string, count: number, from: string | null, at: number) =>
        Array.from({ length: count }, (_, index) =>
          turn(`${name}${index}`, index === 0 ? from : `${name}${index - 1}`, at + index),
        );
      await messages.add(key, [
        ...chain('a', 20, null, 0),
        ...chain('b', 20, 'a4', 20),
        ...chain('c', 3, 'b17', 40),
        turn('early', 'late', 43),
        turn('late', 'c2', 44),
      ]);
      const find = async (leaf: string, room = 1000) => {
        const { turns, fileIds } = await messages.findPrecedingPath(key, leaf, room);
        return { texts: turns.map(({ content }) => content), fileIds };
      };
      const names = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
      const toC = [...names('a', 5), ...names('b', 18), ...names('c', 3)];
      expect(await find('c2')).toEqual({ texts: toC, fileIds: ['f-c0', 'f-b10', 'f-b0', 'f-a0'] });
      expect((await find('early')).texts).toEqual([...toC, 'late', 'early']);
      expect((await find('a6')).texts).toEqual(names('a', 7));
      expect(await find('c2', 5)).toEqual({ texts: names('c', 3), fileIds: ['f-c0', 'f-b10', 'f-b0', 'f-a0'] });
      expect((await find('c2', 40)).texts).toEqual(toC.slice(-16));
    });

    test('ends at a turn that follows itself', async () => {
      const { messages, key } = await setup();
      await messages.add(key, [
        aMessage({ parentId: 'm3' }),
        anAnswer(),
        aMessage({ id: 'm3', parentId: 'm2', content: 'And?', fileIds: ['f1'] }),
      ]);
      const { turns, fileIds } = await messages.findPrecedingPath(key, 'm3', 1000);
      expect(turns.map(({ content }) => content)).toEqual([aMessage().content, anAnswer().content, 'And?']);
      expect(fileIds).toEqual(['f1']);
    });

    test('adds only what is new: a known turn stays as it is', async () => {
      const { chats, messages, key } = await setup();
      await messages.add(key, [aMessage({ content: 'stored' })]);
      await messages.add(key, [aMessage({ content: 'other' }), anAnswer(), anAnswer({ content: 'twice in one call' })]);
      expect((await messages.list(key)).map(({ content }) => content)).toEqual(['stored', anAnswer().content]);
      expect((await chats.list('ann', { limit: 1 }))[0]?.messageCount).toBe(2);
      await messages.add(key, []);
      expect(await messages.list(key)).toHaveLength(2);
    });

    test('adds a turn once when several calls bring it at once', async () => {
      const { chats, messages, key } = await setup();
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          messages.add(key, [aMessage(), aMessage({ id: `own-${index}`, at: NOON + 1 })]),
        ),
      );
      expect(new Set((await messages.list(key)).map(({ id }) => id)).size).toBe(7);
      expect((await chats.list('ann', { limit: 1 }))[0]?.messageCount).toBe(7);
    });

    test('takes hundreds of turns in one call', async () => {
      const { messages, key } = await setup();
      const turns = Array.from({ length: 501 }, (_, index) => aMessage({ id: `m${index}`, at: NOON + index }));
      await messages.add(key, turns);
      expect(await messages.list(key)).toEqual(turns);
    });

    test('a new turn follows the known ones and ends the shown path', async () => {
      const { chats, messages, key } = await setup();
      const chat = { key, ownerId: 'ann' };
      await messages.appendTurn(chat, { messages: [aMessage(), anAnswer()], existingMessages: 0, at: NOON + 1 });
      await messages.appendTurn(chat, { messages: [anAnswer({ id: 'm3' })], existingMessages: 2, at: NOON + 2 });
      expect((await messages.list(key)).map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
      expect(await chats.find('ann', aChat().id)).toEqual({
        ...aChat(),
        leafId: 'm3',
        updatedAt: NOON + 2,
        usedAt: NOON + 2,
      });
      expect((await chats.list('ann', { limit: 1 }))[0]?.messageCount).toBe(3);
      expect(await chats.search('ann', aMessage().content, { limit: 1 })).toHaveLength(1);
    });

    test('the same message id may be used in two chats', async () => {
      const { chats, messages, key } = await setup();
      const other = await chats.create(aChat({ id: chatIdOf('c2') }));
      await messages.add(key, [aMessage({ content: 'one' })]);
      await messages.add(other.key, [aMessage({ content: 'two' })]);
      await messages.update(other.key, aMessage({ content: 'three' }));
      expect((await messages.list(key)).map(({ content }) => content)).toEqual(['one']);
      expect((await messages.list(other.key)).map(({ content }) => content)).toEqual(['three']);
    });

    test('rewrites text, status, error code, cached mark, details and a new model, and nothing else', async () => {
      const { messages, key } = await setup();
      const answer = anAnswer({ status: 'streaming', content: '' });
      await messages.add(key, [answer]);
      const end = {
        content: 'All of it',
        status: 'interrupted',
        errorCode: 'INTERNAL_ERROR',
        cached: true,
        details: null,
      } as const;
      const more = { ...answer, ...end, parentId: 'else', at: 1, model: null };
      await messages.update(key, more);
      expect(await messages.list(key)).toEqual([{ ...answer, ...end }]);
    });

    test('knows no chat that was removed', async () => {
      const { chats, messages, key } = await setup();
      await chats.remove('ann', aChat().id);
      await expect(messages.add(key, [aMessage()])).rejects.toThrow(ChatNotFound);
      await messages.update(key, aMessage());
      expect(await messages.list(key)).toEqual([]);
    });
  });
};
