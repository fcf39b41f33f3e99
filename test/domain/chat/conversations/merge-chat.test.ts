import type { ChatPatch, ChatPatchMessage } from '../../../../src/domain/chat/conversations/merge-chat.ts';
import type { UserRequester } from '../../../../src/domain/chat/replies/ports/requesters.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { NO_DETAILS } from '../../../../src/shared/reply-details.ts';
import { reduceEvents } from '../../../../src/shared/reply-state.ts';
import { NOON } from '../../../support/builders.ts';
import { aHarness, ann, CHAT, gate, sharedState, until } from '../harness.ts';

const turn = (
  id: string,
  role: 'user' | 'assistant',
  content: string,
  more: Partial<ChatPatchMessage> = {},
): ChatPatchMessage => ({
  id,
  role,
  content,
  at: NOON,
  fileIds: [],
  cached: false,
  mode: null,
  ...more,
});

const foundAt = (site: string) => ({
  sources: [{ id: 's1', title: site, url: `https://${site}.example/`, snippet: '' }],
  images: [{ url: `https://${site}.example/a.png`, alt: '', caption: '', source: '' }],
  relatedQuestions: [{ id: 'r1', text: 'Why?', category: 'deeper' as const }],
});

/** As a share and as the page has them. */
const detailsIn = async ({ open }: ReturnType<typeof aHarness>) => {
  const streamed = [];
  for await (const piece of (await open.stream('ann', CHAT)).path) streamed.push(...piece);
  const { path } = await open.execute('ann', CHAT);
  expect(path).toEqual(streamed);
  return path.map(({ details }) => details);
};

const brought = (messages: readonly ChatPatchMessage[], more: Partial<ChatPatch> = {}): ChatPatch => ({
  id: CHAT,
  messages,
  ...more,
});

describe('saving a chat', () => {
  test('makes a chat of trial messages, in their order', async () => {
    const harness = aHarness();
    await harness.save.execute(
      ann,
      brought([turn('a', 'user', 'Hi'), turn('b', 'assistant', 'Hello')], { title: ' My trial ' }),
    );
    const { chat, path } = await harness.open.execute('ann', CHAT);
    expect(chat.title).toBe('My trial');
    expect(path.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['a', null],
      ['b', 'a'],
    ]);
  });

  test('a new chat began when its client says, an existing one when it did, and none in the future', async () => {
    const { save, chats } = aHarness();
    const began = async (more: Partial<ChatPatch>, id = CHAT) => {
      await save.execute(ann, { ...brought([], more), id });
      return (await chats.find('ann', id))?.createdAt;
    };
    expect(await began({ createdAt: NOON - 5000 })).toBe(NOON - 5000);
    expect(await began({ createdAt: NOON - 9000 })).toBe(NOON - 5000);
    expect(await began({ createdAt: NOON + 5000 }, 'f'.repeat(21))).toBe(NOON);
    expect(await began({}, 'n'.repeat(21))).toBe(NOON);
  });

  test('adds what is new and leaves what is there: said twice changes nothing', async () => {
    const harness = aHarness();
    const first = [turn('a', 'user', 'Hi'), turn('b', 'assistant', 'Hello')];
    await harness.save.execute(ann, brought(first));
    await harness.save.execute(ann, brought([...first, turn('c', 'user', 'And?')]));
    await harness.save.execute(ann, brought([...first, turn('c', 'user', 'And?')]));
    await harness.save.execute(ann, brought([]));
    expect((await harness.open.execute('ann', CHAT)).path.map(({ content }) => content)).toEqual([
      'Hi',
      'Hello',
      'And?',
    ]);
  });

  test('a client cannot set what only the server writes of a message', async () => {
    const harness = aHarness();
    const forged = {
      ...turn('a', 'assistant', 'Hi'),
      status: 'streaming',
      replyId: 'r9',
      model: 'm',
      followUps: 'running',
    };
    await harness.save.execute(ann, brought([forged]));
    const [stored] = (await harness.open.execute('ann', CHAT)).path;
    expect(stored).toMatchObject({ status: 'complete', replyId: null, model: null });
    expect(stored).not.toHaveProperty('followUps');
  });

  test('new turns alone follow the end of the shown path', async () => {
    const harness = aHarness();
    await harness.watch(await harness.ask('Hi'));
    await harness.save.execute(ann, brought([turn('synthesis', 'assistant', 'In short')]));
    expect((await harness.open.execute('ann', CHAT)).path.map(({ content }) => content)).toEqual([
      'Hi',
      'Hello',
      'In short',
    ]);
  });

  test('with other text for a known message is a conflict, and nothing of the call is kept', async () => {
    const harness = aHarness();
    await harness.save.execute(ann, brought([turn('a', 'user', 'Hi')], { title: 'Before' }));
    const call = harness.save.execute(
      ann,
      brought([turn('a', 'user', 'Ho'), turn('b', 'user', 'New')], { title: 'After' }),
    );
    await expect(call).rejects.toMatchObject({ kind: 'conflict' });
    const { chat, path } = await harness.open.execute('ann', CHAT);
    expect([chat.title, path.length]).toEqual(['Before', 1]);
  });

  test('gives title and lists to the latest writer by the pages’ own times', async () => {
    const harness = aHarness();
    await harness.clock.advance(10_000);
    await harness.save.execute(ann, brought([], { title: 'Newer', updatedAt: NOON + 5000 }));
    await harness.save.execute(ann, brought([], { title: 'Older, late', updatedAt: NOON + 4000 }));
    expect((await harness.open.execute('ann', CHAT)).chat.title).toBe('Newer');
  });

  test('a page whose clock is ahead cannot lock the title for later', async () => {
    const harness = aHarness();
    await harness.save.execute(ann, brought([], { title: 'From the future', updatedAt: NOON + 1e9 }));
    await harness.clock.advance(1);
    await harness.save.execute(ann, brought([], { title: 'Now' }));
    expect((await harness.open.execute('ann', CHAT)).chat.title).toBe('Now');
  });

  test('takes of an answer what this server told a visitor, as their page has it, and nothing else', async () => {
    const harness = aHarness(new ScriptedModels('<think>A greeting.</think>', 'Hel', 'lo'));
    const requester = { kind: 'visitor', session: 's', address: 'a' } as const;
    const replyId = await harness.ask('Hi', { requester, target: undefined });
    const { text, seal, meta, ...told } = reduceEvents(await harness.watch(replyId, { owner: 'visitor:s' }));
    const sealed = { ...told, seal: seal ?? '', model: meta?.model ?? '' };
    await harness.save.execute(
      ann,
      brought([
        turn('a', 'user', text, { sealed }),
        turn('b', 'assistant', text, { sealed }),
        turn('c', 'assistant', `${text}!`, { sealed }),
        turn('d', 'assistant', text, { sealed, ...foundAt('a') }),
        turn('e', 'assistant', text, { sealed: { ...sealed, model: 'another/model' } }),
        turn('f', 'assistant', text, { sealed: { ...sealed, thinking: 'A lie.' } }),
        turn('g', 'assistant', text, { sealed: { ...sealed, seal: '' } }),
      ]),
    );
    const { path } = await harness.open.execute('ann', CHAT);
    const kept = path.map(({ model, details }) => [model, details?.thinking]);
    const nothing = [null, undefined];
    expect(kept).toEqual([nothing, [sealed.model, 'A greeting.'], nothing, [null, ''], nothing, nothing, nothing]);
    expect(sealed.model).not.toBe('');
  });

  test('keeps what a new answer was found with, as its own; one that is stored keeps what it has', async () => {
    const harness = aHarness();
    const [{ sources }, { sources: others }] = [foundAt('a'), foundAt('b')];
    const messages = [turn('a', 'user', 'Hi', { sources }), turn('b', 'assistant', 'Hello [1]', { sources })];
    await harness.save.execute(ann, brought(messages));
    await harness.save.execute(ann, brought([turn('b', 'assistant', 'Hello [1]', { sources: others })]));
    const { path } = await harness.open.execute('ann', CHAT);
    expect(path.map(({ details }) => details)).toEqual([null, { ...NO_DETAILS, sources, ownVersions: [] }]);
  });

  test('of a client that keeps its lists beside the messages, they are those of the latest answer', async () => {
    const harness = aHarness();
    const found = foundAt('a');
    const talk = [turn('a', 'user', 'Hi'), turn('b', 'assistant', 'Hello'), turn('c', 'assistant', 'In short [1]')];
    await harness.save.execute(ann, brought(talk, found));
    const latest = { ...NO_DETAILS, ...found };
    expect(await detailsIn(harness)).toEqual([null, null, latest]);
    await harness.save.execute(ann, brought([turn('d', 'user', 'And?')]));
    expect(await detailsIn(harness)).toEqual([null, null, latest, null]);
    await harness.save.execute(ann, brought([turn('e', 'assistant', 'Also', { sources: foundAt('b').sources })]));
    expect((await detailsIn(harness)).map((details) => details?.sources[0]?.title)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'b',
    ]);
  });

  test('of a chat that the server answers in, the lists are those of its answers, and no other gets them', async () => {
    const harness = aHarness();
    await harness.watch(await harness.ask('Hi'));
    await harness.save.execute(ann, brought([turn('synthesis', 'assistant', 'In short')], foundAt('a')));
    expect((await detailsIn(harness)).at(-1)).toBeNull();
  });

  test('where an earlier answer brings its own, the lists are not those of a later one', async () => {
    const harness = aHarness();
    const talk = [turn('a', 'assistant', 'Hello [1]', foundAt('a')), turn('b', 'assistant', 'Bye')];
    await harness.save.execute(ann, brought(talk, foundAt('a')));
    expect((await detailsIn(harness)).at(-1)).toBeNull();
  });

  test('another person with the same chat id has a chat of their own', async () => {
    const harness = aHarness();
    await harness.save.execute(ann, brought([turn('a', 'user', 'Ann’s')]));
    await harness.save.execute({ ...ann, uid: 'bob' }, brought([turn('a', 'user', 'Bob’s')]));
    expect((await harness.open.execute('ann', CHAT)).path.map(({ content }) => content)).toEqual(['Ann’s']);
    await expect(harness.open.execute('eve', CHAT)).rejects.toMatchObject({ message: 'Chat not found' });
  });

  test('a page that saw more of an interrupted reply brings the rest; a shorter text never shortens it', async () => {
    const never = gate();
    const both = sharedState();
    const harness = aHarness(new ScriptedModels('Half', never.opened), both);
    await harness.ask('Hi', { target: { chatId: CHAT, messageId: 'q1', replyMessageId: 'a1' } });
    await until(() => harness.models.requests.length === 1);
    await both.clock.advance(300);
    const next = aHarness(undefined, both, { name: 'runner-2' });
    await next.maintenance.start();
    await next.save.execute(ann, brought([turn('q1', 'user', 'Hi'), turn('a1', 'assistant', 'Half that was shown')]));
    await next.save.execute(ann, brought([turn('a1', 'assistant', 'Half')]));
    expect(await next.turns()).toContain('assistant: Half that was shown (interrupted)');
    await expect(next.save.execute(ann, brought([turn('a1', 'assistant', 'Invented')]))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('a person’s own version of an artifact', () => {
  const PAGE = `\`\`\`html\n<title>Bread</title>\n${'<p>rye</p>\n'.repeat(12)}\`\`\``;
  const version = (id: string, source: string) => ({ id, artifactId: 'html-bread', kind: 'html' as const, source });
  const place = { chatId: CHAT, messageId: 'a1' };
  const answered = async () => {
    const harness = aHarness(new ScriptedModels('Yes').next(PAGE));
    await harness.watch(await harness.ask('Hi', { target: { ...place, messageId: 'q1', replyMessageId: 'a1' } }));
    const stored = async (id = 'a1') =>
      (await harness.open.execute('ann', CHAT)).path
        .find((message) => message.id === id)
        ?.details?.ownVersions?.map(({ source }) => source) ?? [];
    return { harness, stored };
  };

  test('comes after those that are there: two pages that save at once both add theirs, and each once', async () => {
    const { harness, stored } = await answered();
    const [one] = await Promise.all([
      harness.own.save(ann, place, version('v1', 'One')),
      harness.own.save(ann, place, version('v2', 'Two')),
    ]);
    expect(await harness.own.save(ann, place, version('v1', 'One'))).toEqual(one);
    await expect(harness.own.save(ann, place, version('v1', 'Else'))).rejects.toMatchObject({ kind: 'conflict' });
    expect((await stored()).toSorted()).toEqual(['One', 'Two']);
    await harness.own.remove('ann', place, 'v1');
    await expect(harness.own.remove('ann', place, 'v1')).rejects.toMatchObject({ kind: 'not_found' });
    expect(await stored()).toEqual(['Two']);
  });

  test('is of the last answer of a path: what later answers build on neither changes nor goes', async () => {
    const { harness, stored } = await answered();
    await harness.own.save(ann, place, version('v1', 'One'));
    await harness.watch(await harness.ask('More', { target: { ...place, messageId: 'q2', replyMessageId: 'a2' } }));
    const gone = { code: 'CHAT_WENT_ON' };
    await expect(harness.own.save(ann, place, version('v2', 'Two'))).rejects.toMatchObject(gone);
    await expect(harness.own.remove('ann', place, 'v1')).rejects.toMatchObject(gone);
    await harness.own.save(ann, { ...place, messageId: 'a2' }, version('v2', 'Two'));
    expect([await stored(), await stored('a2')]).toEqual([['One'], ['Two']]);
    await harness.watch(await harness.ask('More', { target: { ...place, messageId: 'q2', replyMessageId: 'again' } }));
    expect(await stored('again')).toEqual([]);
  });

  test('is of an answer of the own chat that is not written any more, and there is an end to them', async () => {
    const { harness, stored } = await answered();
    const never = gate();
    harness.models.next('Half', never.opened);
    await harness.ask('More', { target: { ...place, messageId: 'q2', replyMessageId: 'a2' } });
    const save = (messageId: string, source = 'One', who: UserRequester = ann) =>
      harness.own.save(who, { chatId: CHAT, messageId }, version('v1', source));
    await expect(save('a2')).rejects.toMatchObject({ code: 'ANSWER_NOT_FINISHED' });
    await expect(save('q1')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(save('a1', 'One', { ...ann, uid: 'bob' })).rejects.toMatchObject({ kind: 'not_found' });
    const other = await answered();
    for (const id of ['v1', 'v2']) await other.harness.own.save(ann, place, version(id, id.repeat(200_000)));
    const full = { code: 'TOO_MANY_VERSIONS' };
    await expect(other.harness.own.save(ann, place, version('v3', 'x'.repeat(300_000)))).rejects.toMatchObject(full);
    for (let at = 3; at <= 50; at += 1) await other.harness.own.save(ann, place, version(`v${at}`, 'x'));
    await expect(other.harness.own.save(ann, place, version('v51', 'x'))).rejects.toMatchObject(full);
    expect([(await other.stored()).length, await stored()]).toEqual([50, []]);
  });

  test('is brought with a new answer; one that is stored keeps its own', async () => {
    const { harness, stored } = await answered();
    const ownVersions = [{ ...version('v1', 'Brought'), at: '2026-01-01T00:00:00.000Z' }];
    const messages = [turn('a1', 'assistant', PAGE, { ownVersions }), turn('a2', 'assistant', PAGE, { ownVersions })];
    await harness.save.execute(ann, brought(messages));
    expect([await stored(), await stored('a2')]).toEqual([[], ['Brought']]);
    const many = Array.from({ length: 3 }, () => ({ ...ownVersions[0], source: 'x'.repeat(400_000) }));
    await expect(
      harness.save.execute(ann, brought([turn('a3', 'assistant', 'x', { ownVersions: many as typeof ownVersions })])),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });
});
