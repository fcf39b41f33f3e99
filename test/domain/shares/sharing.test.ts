import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import type { Message } from '../../../src/domain/chat/conversations/message.ts';
import { OpenChat } from '../../../src/domain/chat/conversations/open-chat.ts';
import { LoadShareableChat } from '../../../src/domain/chat/conversations/load-shareable-chat.ts';
import { ListShares, OpenShare, RevokeShare } from '../../../src/domain/shares/manage-shares.ts';
import { ShareChat } from '../../../src/domain/shares/share-chat.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { ChatStore, InMemoryChatRepository, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { CountingIds, FixedClock, InMemoryQuotas, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { InMemoryReplyRepository } from '../../fakes/replies.ts';
import { InMemoryShareRepository } from '../../fakes/shares.ts';
import { aChat, aMessage, anAnswer, chatIdOf, NOON, someDetails } from '../../support/builders.ts';
import { pathTo } from '../../../src/shared/message-tree.ts';

const CHAT = chatIdOf('c1');

const setup = async (messages: readonly Message[]) => {
  const store = new ChatStore();
  const [chats, turns] = [new InMemoryChatRepository(store), new InMemoryMessageRepository(store)];
  const chat = await chats.create(aChat({ id: CHAT, title: 'Pancakes' }));
  const grow = async (more: readonly Message[]) => {
    await turns.add(chat.key, more);
    await chats.update({ ...chat, leafId: more.at(-1)?.id ?? null });
  };
  if (messages.length > 0) await grow(messages);
  const clock = new FixedClock();
  const [ids, shares, secrets] = [new CountingIds(), new InMemoryShareRepository(store), new CryptoSecrets('pepper')];
  const conversations = new LoadShareableChat(
    new OpenChat(chats, turns, new InMemoryReplyRepository(store), new FixedClock()),
  );
  const [work, audit] = [new InMemoryUnitOfWork(store), new RecordingAuditLog()];
  const share = new ShareChat({
    shareableChats: conversations,
    shares,
    secrets,
    ids,
    clock,
    quotas: new InMemoryQuotas(ids, clock),
    work,
    audit,
  });
  const open = new OpenShare(shares, secrets);
  return {
    chats,
    grow,
    share,
    open,
    clock,
    list: new ListShares(shares, secrets),
    shares,
    audit,
    revoke: new RevokeShare(shares, work, audit),
  };
};

const TALK = [
  aMessage(),
  anAnswer(),
  aMessage({ id: 'm3', parentId: 'm2', content: 'And then?' }),
  anAnswer({ id: 'm4', parentId: 'm3', content: 'Turn them.' }),
];
const texts = ({ turns }: { turns: readonly { content: string }[] }) => turns.map(({ content }) => content);

test('a shared chat shows its path as it was when it was shared, also while the chat grows', async () => {
  const { share, open, grow } = await setup(TALK);
  const { token } = await share.execute('ann', { chatId: CHAT });
  expect(token).toMatch(/^[\w-]{43}$/);
  await grow([
    aMessage({ id: 'm5', parentId: 'm4', content: 'Mine alone' }),
    anAnswer({ id: 'm6', parentId: 'm5', content: 'Yours' }),
  ]);
  const shown = await open.execute(token);
  expect(shown.share).toMatchObject({ kind: 'chat', title: 'Pancakes', name: null, turnCount: 4, createdAt: NOON });
  expect(texts(shown)).toEqual(['How do I bake pancakes?', 'With flour and eggs.', 'And then?', 'Turn them.']);
  expect(JSON.stringify(shown)).not.toContain(token);
});

test('versions off the shown path are not shared, and the path is the one that the person sees', async () => {
  const other = anAnswer({ id: 'other', parentId: 'm3', content: 'A version not chosen.' });
  const { share, open } = await setup([...TALK.slice(0, 3), other, ...TALK.slice(3)]);
  expect(texts(await open.execute((await share.execute('ann', { chatId: CHAT })).token))).not.toContain(
    'A version not chosen.',
  );
  const seen = await open.execute((await share.execute('ann', { chatId: CHAT, leafId: 'other' })).token);
  expect(texts(seen).slice(2)).toEqual(['And then?', 'A version not chosen.']);
  expect(texts(seen)).toHaveLength(pathTo([...TALK, other], 'other').length);
});

test('one reply is shared with its question alone, under the name of its document', async () => {
  const { share, open } = await setup([
    ...TALK.slice(0, 3),
    anAnswer({ id: 'm4', parentId: 'm3', content: 'Turn them [1].', details: someDetails() }),
  ]);
  const { share: made, token } = await share.execute('ann', { chatId: CHAT, messageId: 'm4', name: '  Ann  ' });
  expect(made).toMatchObject({ kind: 'reply', title: 'T', name: 'Ann', turnCount: 2 });
  expect(texts(await open.execute(token))).toEqual(['And then?', 'Turn them [1].']);
  expect((await share.execute('ann', { chatId: CHAT, messageId: 'm2' })).share.title).toBe('How do I bake pancakes?');
  await expect(share.execute('ann', { chatId: CHAT, messageId: 'm3' })).rejects.toMatchObject({
    details: { field: 'messageId' },
  });
  await expect(share.execute('ann', { chatId: CHAT, messageId: 'none' })).rejects.toMatchObject({
    details: { field: 'messageId' },
  });
  await expect(share.execute('ann', { chatId: CHAT, leafId: 'none' })).rejects.toMatchObject({
    details: { field: 'leafId' },
  });
});

test('that a reply was cut, and by what, is shared; no other reason is', async () => {
  const code = 'MODEL_CONFIG_ERROR';
  const answers = [
    anAnswer({ id: 'm2', errorCode: code }),
    anAnswer({ id: 'm3', parentId: 'm2', status: 'interrupted', errorCode: code }),
    anAnswer({ id: 'm4', parentId: 'm3', status: 'interrupted' }),
    anAnswer({ id: 'm5', parentId: 'm4', status: 'error', errorCode: code }),
  ];
  const { share, open } = await setup([aMessage(), ...answers]);
  const { token } = await share.execute('ann', { chatId: CHAT });
  const { turns } = await open.execute(token);
  expect(turns.slice(1).map(({ cut }) => cut)).toEqual(['length', 'filtered', undefined, undefined]);
});

test('a question of files alone stays: that there were some is told', async () => {
  const files = aMessage({ content: '', fileIds: ['f1', 'f2'] });
  const { share, open } = await setup([files, anAnswer()]);
  for (const messageId of [undefined, 'm2']) {
    const { turns } = await open.execute((await share.execute('ann', { chatId: CHAT, messageId })).token);
    expect(turns.map(({ role, content, files: count }) => [role, content, count])).toEqual([
      ['user', '', 2],
      ['assistant', 'With flour and eggs.', 0],
    ]);
  }
});

test('an answer after an answer, as in imported chats, is shared with the question before both', async () => {
  const { share, open } = await setup([
    aMessage({ content: `${'x'.repeat(199)}😀 more` }),
    anAnswer(),
    anAnswer({ id: 'm3', parentId: 'm2', content: 'Go on.' }),
  ]);
  const shown = await open.execute((await share.execute('ann', { chatId: CHAT, messageId: 'm3' })).token);
  expect(shown.turns.map(({ id }) => id)).toEqual(['m1', 'm3']);
  expect(shown.share.title).toBe('x'.repeat(199));
});

test('nothing of files, steps and thoughts goes out, and the numbers of the sources stay', async () => {
  const secret = 'SECRET';
  const details = someDetails({
    thinking: secret,
    steps: [{ id: 's', kind: 'read', label: 'Reading', target: secret, state: 'done', output: secret, code: secret }],
    sources: [
      { id: 's1', title: `${secret}.pdf`, url: '/?file=abc&page=3', snippet: secret },
      { id: 's2', title: 'Web', url: 'https://one.example/a', snippet: 'So it is.' },
    ],
    images: [
      { url: '/api/files/abc', alt: secret, caption: '', source: '' },
      { url: 'https://one.example/a.png', alt: 'A', caption: '', source: `/?file=${secret}` },
    ],
    citations: {
      checked: 2,
      supported: 1,
      marks: [
        { index: 0, source: 1, supported: false, passage: secret, closest: secret },
        { index: 1, source: 2, supported: true, passage: 'So it is.' },
      ],
    },
  });
  const { share, open } = await setup([
    aMessage({ fileIds: [secret, 'f2'] }),
    anAnswer({ content: 'It says so [1] and so [2].', details, model: secret, replyId: secret }),
  ]);
  const shown = await open.execute((await share.execute('ann', { chatId: CHAT })).token);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown.turns.map(({ files }) => files)).toEqual([2, 0]);
  expect(shown.turns[1]?.details?.sources.map(({ url }) => url)).toEqual(['', 'https://one.example/a']);
  expect(shown.turns[1]?.details?.citations?.marks.map(({ source, passage }) => [source, passage])).toEqual([
    [1, ''],
    [2, 'So it is.'],
  ]);
  expect(shown.turns[1]?.details?.images.map(({ url }) => url)).toEqual(['https://one.example/a.png']);
});

test('what is still being written waits for the next share', async () => {
  const { share, open } = await setup([
    ...TALK.slice(0, 3),
    anAnswer({ id: 'm4', parentId: 'm3', content: '', status: 'streaming', replyId: null }),
  ]);
  expect(texts(await open.execute((await share.execute('ann', { chatId: CHAT })).token))).toEqual([
    'How do I bake pancakes?',
    'With flour and eggs.',
  ]);
  const { share: none } = await setup([]);
  await expect(none.execute('ann', { chatId: CHAT })).rejects.toMatchObject({
    kind: 'invalid',
    message: 'There is no finished answer to share yet',
  });
});

test('another person’s chat is an unknown chat, and their links are nobody else’s', async () => {
  const { share, list, revoke, open } = await setup(TALK);
  await expect(share.execute('bob', { chatId: CHAT })).rejects.toMatchObject({ message: 'Chat not found' });
  const {
    share: { id },
    token,
  } = await share.execute('ann', { chatId: CHAT });
  await expect(revoke.execute('bob', id)).rejects.toMatchObject({ kind: 'not_found' });
  expect([(await list.execute('bob')).length, await open.findState(token)]).toEqual([0, 'open']);
});

test('a link ends when it is revoked and when its chat is deleted', async () => {
  const { share, list, revoke, open, chats } = await setup(TALK);
  const [first, second] = [await share.execute('ann', { chatId: CHAT }), await share.execute('ann', { chatId: CHAT })];
  expect(first.token).not.toBe(second.token);
  await revoke.execute('ann', first.share.id);
  await expect(open.execute(first.token)).rejects.toMatchObject({ message: 'Shared link not found' });
  expect([await open.findState(first.token), await open.findState(second.token)]).toEqual([undefined, 'open']);
  expect((await list.execute('ann')).map(({ id, chatId }) => [id, chatId])).toEqual([[second.share.id, CHAT]]);
  await chats.remove('ann', CHAT);
  await expect(open.execute(second.token)).rejects.toMatchObject({ message: 'Shared link not found' });
});

test.each(['', 'short', `${'x'.repeat(42)}!`, 'x'.repeat(44), 'x'.repeat(43)])('%p is no link', async (token) => {
  const { open } = await setup(TALK);
  await expect(open.execute(token)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await open.findState(token)).toBeUndefined();
});

test('links are made at most thirty times an hour, and a full list is told', async () => {
  const { share, clock } = await setup(TALK);
  const many = async (count: number) => {
    for (let made = 0; made < count; made += 1) await share.execute('ann', { chatId: CHAT });
  };
  await many(30);
  await expect(many(1)).rejects.toMatchObject({
    kind: 'limit_reached',
    code: 'RATE_LIMITED',
    details: { retryAfterMs: expect.any(Number) },
  });
  for (let hour = 0; hour < 5; hour += 1) {
    await clock.advance(3_600_000);
    await many(30);
  }
  await clock.advance(3_600_000);
  await many(20);
  await expect(many(1)).rejects.toMatchObject({ kind: 'conflict', details: { limit: 200 } });
});

test('a conversation of many megabytes is refused with a way out', async () => {
  const { share } = await setup([aMessage({ content: 'x'.repeat(4_000_000) }), anAnswer()]);
  await expect(share.execute('ann', { chatId: CHAT })).rejects.toMatchObject({
    kind: 'too_large',
    message: expect.stringContaining('Share one answer'),
  });
});

test('its owner gets the link again, unless the server’s secret was another one', async () => {
  const { share, list, shares, open } = await setup(TALK);
  const { token } = await share.execute('ann', { chatId: CHAT });
  const [listed] = await list.execute('ann');
  expect(listed?.token).toBe(token);
  expect(await open.findState(listed?.token ?? '')).toBe('open');
  expect(await new ListShares(shares, new CryptoSecrets('another', 'pepper')).execute('ann')).toEqual([listed]);
  expect(await new ListShares(shares, new CryptoSecrets('another')).execute('ann')).toMatchObject([{ token: null }]);
});
