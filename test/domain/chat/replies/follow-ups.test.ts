import { createChat, withSearchResults } from '../../../../src/domain/chat/conversations/chat.ts';
import { FollowUpLimitReached } from '../../../../src/domain/chat/errors.ts';
import type { AgentEvent } from '../../../../src/domain/chat/replies/ports/agents.ts';
import { ScriptedFollowUps, ScriptedUtilityModel, A_QUESTION } from '../../../fakes/follow-ups.ts';
import { NoAgents, NoFileContext } from '../../../fakes/reply-ports.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { aHarness, CHAT, gate, sharedState, until } from '../harness.ts';

const ANSWER = 'Knead the dough for ten minutes and let it rise for an hour in a warm place. '.repeat(2) + '[1]';
const source = { id: 's1', title: 'Bread', url: 'https://bread.example/', snippet: 'Knead it.' };

/** An agent whose answer has a source of the web. */
class SearchingAgents extends NoAgents {
  override async plan() {
    return {
      kind: 'agent',
      agentType: 'research_agent',
      maxIterations: 1,
      searchFirst: true,
      agents: [],
      tools: [],
      model: undefined,
    } as const;
  }

  override async *run(): AsyncGenerator<AgentEvent> {
    yield { type: 'sources', sources: [source] };
    yield { type: 'text', text: ANSWER };
  }
}

const search = {
  mode: { kind: 'agent', agentType: 'research_agent', searchFirst: true },
  followUps: { synthesis: true },
} as const;

const setup = (state = sharedState(), name = 'runner-1') => {
  const utilityModel = new ScriptedUtilityModel();
  const generators = new ScriptedFollowUps();
  const harness = aHarness(new ScriptedModels('Hello'), state, {
    name,
    agents: new SearchingAgents(),
    followUpModels: { utilityModel, generators },
  });
  const message = async () => (await harness.open.execute('ann', CHAT)).path.at(-1);
  const isRunning = async () => (await harness.replies.listFollowedUp()).length > 0;
  return { ...harness, utilityModel, generators, message, isRunning };
};

test('title, related questions and synthesis come after the end, and are stored with chat and message', async () => {
  const { ask, watch, message, chats } = setup();
  const events = await watch(await ask('How do I bake?', search));
  const types = events.map(({ type }) => type);
  expect(types.slice(0, types.indexOf('end') + 1)).toEqual(['meta', 'sources', 'text', 'end']);
  expect(types.slice(types.indexOf('end') + 1).sort()).toEqual(
    ['done', 'title', 'related', 'synthesis', 'synthesis', 'close'].sort(),
  );
  expect(types.at(-1)).toBe('close');
  expect(await chats.find('ann', CHAT)).toMatchObject({
    title: 'Baking',
    sources: [source],
    relatedQuestions: [A_QUESTION],
  });
  expect((await message())?.details).toMatchObject({
    sources: [source],
    relatedQuestions: [A_QUESTION],
    synthesis: 'In short.',
  });
});

test('a reply whose client does not ask for them, or that did not complete, has none', async () => {
  const { ask, watch, isRunning, chats } = setup();
  expect((await watch(await ask('How?', { mode: search.mode }))).at(-1)?.type).toBe('end');
  expect(await isRunning()).toBe(false);
  expect((await chats.find('ann', CHAT))?.title).toBe('New Chat');
});

test('synthesis only where it is asked for', async () => {
  const { ask, watch } = setup();
  const events = await watch(await ask('How?', { ...search, followUps: { synthesis: false } }));
  expect(events.some(({ type }) => type === 'related')).toBe(true);
  expect(events.some(({ type }) => type === 'synthesis')).toBe(false);
});

test('the answer has ended and the next question is free meanwhile; the chat tells that they run', async () => {
  const writing = gate();
  const { ask, watch, generators, message, isRunning } = setup();
  generators.until = writing.opened;
  const replyId = await ask('How?', search);
  await until(isRunning);
  expect(await message()).toMatchObject({ status: 'complete', followUps: 'running' });
  await watch(await ask('And?', { target: { chatId: CHAT, messageId: 'q2' } }));
  writing.open();
  expect((await watch(replyId)).at(-1)?.type).toBe('close');
  expect((await message())?.followUps).toBeUndefined();
});

test('a name that a person gave meanwhile wins', async () => {
  const writing = gate();
  const { ask, watch, utilityModel, chats, isRunning } = setup();
  utilityModel.until = writing.opened;
  const replyId = await ask('How?', search);
  await until(isRunning);
  const chat = await chats.find('ann', CHAT);
  if (chat) await chats.update({ ...chat, title: 'Mine' });
  writing.open();
  expect((await watch(replyId)).some(({ type }) => type === 'title')).toBe(false);
  expect((await chats.find('ann', CHAT))?.title).toBe('Mine');
});

test('a chat whose title cannot be generated is named by its question', async () => {
  const { ask, watch, utilityModel, chats } = setup();
  utilityModel.failure = new FollowUpLimitReached('daily', { limit: 60, used: 60, resetsAt: 0, group: 'free' });
  const events = await watch(await ask('How do I bake a sourdough bread in a kitchen at 17 degrees?', search));
  expect(events).toContainEqual({ type: 'title', title: 'How do I bake a sourdough bread in a kit' });
  expect((await chats.find('ann', CHAT))?.title).toBe('How do I bake a sourdough bread in a kit');
});

test('one that fails ends only itself, and is reported when nobody expected it', async () => {
  const { ask, watch, generators, message, observer } = setup();
  generators.failure = new Error('broken');
  await watch(await ask('How?', search));
  expect((await message())?.details).toMatchObject({ relatedQuestions: [], synthesis: 'In short.' });
  expect(JSON.stringify(observer)).toContain('a follow-up of reply');
});

test('a stop ends them, and what came is stored', async () => {
  const writing = gate();
  const { ask, watch, stop, generators, message, activeReplies, isRunning } = setup();
  generators.until = writing.opened;
  const replyId = await ask('How?', search);
  await until(isRunning);
  await stop.execute({ replyId, owner: 'user:ann' });
  writing.open();
  await until(() => activeReplies.size === 0);
  expect((await watch(replyId)).at(-1)?.type).toBe('close');
  expect(await message()).toMatchObject({ status: 'complete', details: { synthesis: 'In ' } });
});

test('a drain gives them up at once', async () => {
  const writing = gate();
  const { ask, generators, activeReplies, isRunning, message } = setup();
  generators.until = writing.opened;
  await ask('How?', search);
  await until(isRunning);
  const drained = activeReplies.drain(60_000);
  writing.open();
  await drained;
  expect(await isRunning()).toBe(false);
  expect(await message()).toMatchObject({ status: 'complete', details: { synthesis: 'In ' } });
});

test('another process follows them from any event, and closes a dead one’s with what it logged', async () => {
  const state = sharedState();
  const one = setup(state);
  const two = setup(state, 'runner-2');
  await one.maintenance.start();
  one.generators.until = gate().opened;
  const replyId = await one.ask('How?', search);
  await until(one.isRunning);
  const logged = async () => (await two.replies.listEvents(replyId, 0)).flatMap(({ events }) => events);
  await state.clock.advance(300); // a checkpoint
  await until(async () => (await logged()).some(({ type }) => type === 'synthesis'));
  await one.runners.retire();
  await two.maintenance.recover();
  expect(await two.isRunning()).toBe(false);
  expect((await two.message())?.details).toMatchObject({ synthesis: 'In ', relatedQuestions: [A_QUESTION] });
  const end = (await logged()).findIndex(({ type }) => type === 'end');
  expect((await two.watch(replyId, { from: end + 1 })).map(({ type }) => type)).not.toContain('end');
});

test('settings that cannot be read refuse the question before it is charged or stored', async () => {
  const { ask, policy, allowance, turns, ...harness } = setup();
  policy.defaults = async () => {
    throw new Error('the settings are away');
  };
  await expect(ask('Hi')).rejects.toThrow('the settings are away');
  expect(allowance.used).toBe(0);
  expect(await harness.replies.listStreaming()).toEqual([]);
});

test('the chat lists what its searches found, the newest first, each address once, six at most', () => {
  const sources = (...names: string[]) =>
    names.map((id) => ({ id, title: id, url: `https://${id}.example/`, snippet: '' }));
  const chat = {
    ...createChat('k', 'ann', CHAT, 0),
    sources: sources('a', 'b', 'c', 'd', 'e', 'f'),
    relatedQuestions: [A_QUESTION],
  };
  const found = withSearchResults(chat, { sources: sources('x', 'b'), images: [], relatedQuestions: [] });
  expect(found.sources.map(({ id }) => id)).toEqual(['x', 'b', 'a', 'c', 'd', 'e']);
  expect(found.relatedQuestions).toEqual([A_QUESTION]);
});

test('a chat that begins with files alone is named after them', async () => {
  class NamedFiles extends NoFileContext {
    override check = async () => ['lease.pdf', 'terms.pdf'];
  }
  const utilityModel = new ScriptedUtilityModel();
  const { ask, watch } = aHarness(new ScriptedModels('A lease.'), sharedState(), {
    attached: new NamedFiles(),
    followUpModels: { utilityModel, generators: new ScriptedFollowUps() },
  });
  await watch(await ask('', { fileIds: ['f1', 'f2'], followUps: { synthesis: false } }));
  expect(JSON.stringify(utilityModel.requests[0]?.messages)).toContain('lease.pdf, terms.pdf');
});

test('whoever reads the log after the follow-ups gets them too, in however many pieces it was stored', async () => {
  const state = sharedState();
  const one = setup(state);
  await one.maintenance.start();
  const rest = gate();
  one.generators.until = rest.opened;
  const replyId = await one.ask('How?', search);
  await until(one.isRunning);
  await state.clock.advance(300); // a checkpoint
  const logged = () => one.replies.listEvents(replyId, 0);
  await until(async () => (await logged()).some(({ events }) => events.some(({ type }) => type === 'synthesis')));
  rest.open();
  await until(async () => !(await one.isRunning()));
  const batches = await logged();
  expect(batches.findIndex(({ events }) => events.some(({ type }) => type === 'end'))).toBeLessThan(batches.length - 1);
  const events = await setup(state, 'runner-2').watch(replyId);
  expect(events).toEqual(batches.flatMap((batch) => batch.events));
});

test('a synthesis without end is ended where no more of it is stored', async () => {
  const { ask, watch, generators, message } = setup();
  generators.pieces = Array.from({ length: 10 }, () => 'a'.repeat(20_000));
  const events = await watch(await ask('How?', search));
  expect(events.filter(({ type }) => type === 'synthesis')).toHaveLength(3);
  expect((await message())?.details?.synthesis).toHaveLength(50_000);
});
