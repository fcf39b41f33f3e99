import { aChat, aReply, chatIdOf, NOON } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';

const TOOL = { serverId: 's1', tool: 'write', digest: 'd'.repeat(64) };
const QUESTION = { id: 'question', kind: 'approval', tool: TOOL, schema: null, expiresAt: NOON + 9 } as const;
const ONCE = { outcome: 'once', answer: { decision: 'once', arguments: '{"ü":"🥞"}' } } as const;

/** What every ToolQuestions and ToolPermissions must do. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeToolQuestions = (name: string, create: () => Promise<ChatFixture>): void => {
  describe(`${name}: questions of replies`, () => {
    const withReply = async () => {
      const world = await create();
      const chat = await world.chats.create(aChat());
      const reply = aReply({ chatKey: chat.key, messageId: 'm2' });
      await world.replies.create(reply);
      return { ...world, chat, reply };
    };

    test('are stored with the state of their reply, and end once', async () => {
      const { questions, reply } = await withReply();
      const form = { ...QUESTION, id: 'form', kind: 'form', schema: '{"a":1}' } as const;
      expect(await questions.open(reply, QUESTION, 'first "state" 🥞')).toBe(true);
      expect(await questions.open(reply, form, 'second')).toBe(true);
      expect([await questions.findState('r1'), await questions.countOpen('user:ann')]).toEqual(['second', 2]);
      expect(await questions.find('r1', 'question')).toEqual({ ...QUESTION, end: null });
      expect(await questions.find('r1', 'form')).toEqual({ ...form, end: null });
      expect([await questions.find('r2', 'question'), await questions.find('r1', 'none')]).toEqual([
        undefined,
        undefined,
      ]);
      expect(await questions.end('question', ONCE)).toBe(true);
      expect(await questions.end('question', { outcome: 'expired', answer: null })).toBe(false);
      expect((await questions.find('r1', 'question'))?.end).toEqual(ONCE);
      expect(await questions.listEnded(['question', 'form', 'none'])).toEqual([{ id: 'question', end: ONCE }]);
      const filled = { decision: 'once', content: { a: 'x', b: 1, c: true, d: ['y'] } } as const;
      await questions.end('form', { outcome: 'answered', answer: filled });
      expect((await questions.find('r1', 'form'))?.end?.answer).toEqual(filled);
      expect(await questions.countOpen('user:ann')).toBe(0);
    });

    test('mark their chat in its owner’s list and in what a search finds, until the last one ended', async () => {
      const { chats, questions, chat, reply } = await withReply();
      await chats.create(aChat({ id: chatIdOf('quiet'), title: chat.title, updatedAt: NOON - 1 }));
      const listed = async () => [
        (await chats.list('ann', { limit: 9 })).map(({ waits }) => waits),
        (await chats.search('ann', chat.title, { limit: 9 })).map(({ waits }) => waits),
      ];
      await questions.open(reply, QUESTION, 'state');
      await questions.open(reply, { ...QUESTION, id: 'second' }, 'state');
      expect(await listed()).toEqual([
        [true, false],
        [true, false],
      ]);
      await questions.end('question', ONCE);
      expect((await listed())[0]).toEqual([true, false]);
      await questions.end('second', ONCE);
      expect((await listed())[0]).toEqual([false, false]);
    });

    test('of a reply that changed hands or ended are not stored', async () => {
      const { questions, replies, reply } = await withReply();
      await questions.open(reply, QUESTION, 'state');
      const adopted = await replies.adopt(reply, 'runner-2');
      expect(adopted).toEqual({ id: 'r1', runnerId: 'runner-2', epoch: reply.epoch + 1 });
      expect(await replies.adopt(reply, 'runner-3')).toBeUndefined();
      expect(await questions.save(reply, null)).toBe(false);
      expect(await questions.open(reply, { ...QUESTION, id: 'late' }, 'late')).toBe(false);
      expect([await questions.findState('r1'), await questions.find('r1', 'late')]).toEqual(['state', undefined]);
      expect((await replies.listRunning('runner-2')).map(({ id }) => id)).toEqual(['r1']);
      if (!adopted) return;
      expect(await questions.save(adopted, 'new')).toBe(true);
      expect(await questions.findState('r1')).toBe('new');
      await replies.finish(adopted, { status: 'complete', errorCode: null, text: '', finishedAt: NOON });
      expect(await questions.save(adopted, 'newer')).toBe(false);
    });

    test('are withdrawn with their reply, and swept later', async () => {
      const { questions, replies, reply } = await withReply();
      await questions.open(reply, QUESTION, 'state');
      await questions.open(reply, { ...QUESTION, id: 'answered' }, 'state');
      await questions.end('answered', ONCE);
      await questions.withdraw('r1');
      expect(await questions.findState('r1')).toBeUndefined();
      expect((await questions.find('r1', 'question'))?.end).toEqual({ outcome: 'withdrawn', answer: null });
      expect((await questions.find('r1', 'answered'))?.end).toEqual(ONCE);
      await replies.finish(reply, { status: 'stopped', errorCode: null, text: '', finishedAt: NOON });
      await questions.sweep(NOON);
      expect(await questions.find('r1', 'question')).toBeDefined();
      await questions.sweep(NOON + 1);
      expect(await questions.find('r1', 'question')).toBeUndefined();
    });

    test('of a server at another address are withdrawn, and nothing is allowed for it any more', async () => {
      const { questions, permissions, chat, reply } = await withReply();
      await questions.open(reply, QUESTION, 'state');
      await questions.open(reply, { ...QUESTION, id: 'answered' }, 'state');
      await questions.open(reply, { ...QUESTION, id: 'other', tool: { ...TOOL, serverId: 's2' } }, 'state');
      await questions.end('answered', ONCE);
      for (const tool of [TOOL, { ...TOOL, tool: 'read' }, { ...TOOL, serverId: 's2' }])
        await permissions.grant(chat.key, tool);
      await permissions.forgetServer('s1');
      const ends = await questions.listEnded(['question', 'answered', 'other']);
      expect(ends.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'answered', end: ONCE },
        { id: 'question', end: { outcome: 'withdrawn', answer: null } },
      ]);
      expect([await permissions.isGranted(chat.key, TOOL), await questions.findState('r1')]).toEqual([false, 'state']);
      expect(await permissions.isGranted(chat.key, { ...TOOL, tool: 'read' })).toBe(false);
      expect(await permissions.isGranted(chat.key, { ...TOOL, serverId: 's2' })).toBe(true);
    });

    test('and what a chat allows of one tool is taken back in the chats of one account, or in all', async () => {
      const { permissions, chats } = await withReply();
      const anns = await chats.create(aChat({ id: chatIdOf('anns') }));
      const bobs = await chats.create(aChat({ id: chatIdOf('bobs'), key: 'key of bobs', ownerId: 'bob' }));
      const granted = async () => [
        await permissions.isGranted(anns.key, TOOL),
        await permissions.isGranted(bobs.key, TOOL),
        await permissions.isGranted(bobs.key, { ...TOOL, tool: 'read' }),
      ];
      for (const { key } of [anns, bobs]) await permissions.grant(key, TOOL);
      await permissions.grant(bobs.key, { ...TOOL, tool: 'read' });
      await permissions.revokeGrants({ serverId: 's2', tool: 'write' }, undefined);
      await permissions.revokeGrants(TOOL, 'ann');
      expect(await granted()).toEqual([false, true, true]);
      await permissions.revokeGrants(TOOL, undefined);
      expect(await granted()).toEqual([false, false, true]);
    });

    test('and the calls that follow are ledger lines, in pages, which lose their owner with the reply', async () => {
      const { toolCalls } = await withReply();
      const call = {
        owner: 'user:ann',
        replyId: 'r1',
        serverId: 's1',
        tool: 'write',
        ms: 12,
        outcome: 'done',
      } as const;
      const kept = ['a', 'c', 'b'].map((id) => ({ ...call, id, at: NOON }));
      for (const each of kept) await toolCalls.add(each);
      await toolCalls.add({ ...call, id: 'lost', at: NOON, replyId: 'gone' });
      const first = await toolCalls.listPage('user:ann', undefined, 2);
      expect(first).toEqual([kept[0], kept[2]]);
      expect(await toolCalls.listPage('user:ann', first.at(-1), 2)).toEqual([kept[1]]);
      expect((await toolCalls.listPage('deleted', undefined, 2)).map(({ id }) => id)).toEqual(['lost']);
      expect((await toolCalls.listSince(NOON, undefined, 9)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'lost']);
      expect((await toolCalls.listSince(NOON, kept[0], 2)).map(({ id }) => id)).toEqual(['b', 'c']);
      expect(await toolCalls.listSince(NOON + 1, undefined, 9)).toEqual([]);
      expect(await toolCalls.removeBefore(NOON, 9)).toBe(0);
      expect(await toolCalls.removeBefore(NOON + 1, 3)).toBe(3);
      expect((await toolCalls.listSince(NOON, undefined, 9)).map(({ id }) => id)).toEqual(['lost']);
    });

    test('go with their chat, as what it allows does', async () => {
      const { questions, permissions, chats, chat, reply } = await withReply();
      await questions.open(reply, QUESTION, 'state');
      await permissions.grant(chat.key, TOOL);
      await permissions.grant(chat.key, TOOL);
      expect(await permissions.isGranted(chat.key, TOOL)).toBe(true);
      expect(await permissions.isGranted(chat.key, { ...TOOL, digest: 'another' })).toBe(false);
      expect(await permissions.isGranted('another', TOOL)).toBe(false);
      await chats.remove('ann', chat.id);
      expect([await questions.find('r1', 'question'), await questions.findState('r1')]).toEqual([undefined, undefined]);
      expect([await questions.countOpen('user:ann'), await permissions.isGranted(chat.key, TOOL)]).toEqual([0, false]);
    });
  });
};
