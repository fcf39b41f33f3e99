import { ModelError } from '../../../src/domain/chat/errors.ts';
import type { ReplyEvent } from '../../../src/shared/reply-event.ts';
import { aGroup } from '../../fakes/groups.ts';
import { AnyFiles } from '../../fakes/reply-ports.ts';
import type { UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import type { StartReplyInput } from '../../../src/domain/chat/replies/start-reply-input.ts';
import { combineGroups, type GroupGrants } from '../../../src/shared/group-rights.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { ExportToolCalls } from '../../../src/domain/agents/connected/export-tool-calls.ts';
import { usableTool } from '../../fakes/connected-tools.ts';
import type { ScriptItem, ScriptedModels } from '../../fakes/scripted-models.ts';
import { textOf } from '../../support/text-of.ts';
import { ann, CHAT, sharedState, until } from '../chat/harness.ts';
import { toolCall } from './harness.ts';
import {
  aWorld,
  HOUR,
  inTime,
  ONCE,
  SERVERS,
  toolMessages,
  type WorldOptions,
  PLAIN,
  wantsTo,
} from './connected-world.ts';

describe.each(['this process', 'the next'] as const)('what an account lost while its reply waited in %s', (where) => {
  const PREMIUM = { ...ann, tier: 'premium' } as const;
  const inGroup = (lists: Partial<GroupGrants> = {}) => combineGroups([aGroup({ id: 'g', ...lists })]);
  /** The call is allowed when the account is another. `turns`: of the model after that. */
  const waited = async (
    change: Partial<UserRequester> | null,
    more: Partial<StartReplyInput> = {},
    { turns = [], ...options }: Pick<WorldOptions, 'attached'> & { readonly turns?: readonly ScriptItem[][] } = {},
  ) => {
    const first = aWorld(options);
    await first.maintenance.start();
    first.tools.scripts.set('write', async function* () {
      return { isError: false, content: [{ kind: 'file', text: 'a.txt', bytes: new Uint8Array([1]) }] };
    });
    first.models.next(...wantsTo(['write', { text: 'x' }]));
    const target = { chatId: CHAT, messageId: 'q1' };
    const replyId = await first.start.execute({ ...PLAIN, requester: PREMIUM, target, toolServers: SERVERS, ...more });
    const [question] = await first.asked(replyId);
    const world =
      where === 'this process' ? first : aWorld({ ...options, on: first.on, name: 'runner-2', connected: first.tools });
    for (const { policy } of [first, world])
      policy.refuses = (requester) => requester.kind === 'user' && requester.tier === 'free';
    for (const turn of turns) world.models.next(...turn);
    if (world !== first) {
      await first.clock.advance(20_000);
      await world.maintenance.recover();
      await until(() => world.openQuestions.size === 1);
    }
    const calls = world.models.requests.length;
    first.on.requesters.changed.set('ann', change);
    await world.reply(replyId, question?.id ?? '', ONCE);
    const events = await inTime(first, world.watch(replyId));
    return { ...world, events, replyId, modelCalls: () => world.models.requests.slice(calls) };
  };
  const codeOf = (events: readonly ReplyEvent[]) =>
    events.flatMap((event) => (event.type === 'error' ? [event.code] : []))[0];

  test('ends the reply where it was the model, and no model is called', async () => {
    const { events, modelCalls, observer } = await waited({ tier: 'free' });
    expect([codeOf(events), modelCalls(), observer.failures]).toEqual(['SUBSCRIPTION_REQUIRED', [], []]);
  });

  test('ends the reply where it was the verification that the plan made needless', async () => {
    const { events, modelCalls } = await waited({ tier: 'free', verified: false });
    expect([codeOf(events), modelCalls()]).toEqual(['EMAIL_VERIFICATION_REQUIRED', []]);
  });

  test('ends the reply where it was the account', async () => {
    const { events, modelCalls } = await waited(null);
    expect([events.at(-1), modelCalls()]).toEqual([{ type: 'end', status: 'stopped' }, []]);
  });

  test('ends the reply where it was the agent, but not where another right changed', async () => {
    const mode = { kind: 'agent', agentType: 'code_agent', searchFirst: false } as const;
    const lost = await waited({ rights: inGroup({ agents: ['reasoning_agent'] }) }, { mode });
    expect([codeOf(lost.events), lost.modelCalls()]).toEqual(['SUBSCRIPTION_REQUIRED', []]);
    expect(textOf((await waited({ rights: inGroup({ models: null }) }, { mode })).events)).toBe('Done.');
  });

  test('refuses a tool of the agent, and the model is told', async () => {
    const mode = { kind: 'agent', agentType: 'code_agent', searchFirst: false } as const;
    const turns = [[toolCall('run_javascript', { code: '1' })]];
    const now = { rights: inGroup({ tools: ['connected_tools'] }) };
    const world = await waited(now, { mode }, { turns });
    const last = world.modelCalls().at(-1)?.messages.at(-1);
    expect(last).toMatchObject({ role: 'tool', content: expect.stringContaining('not part of the account any more') });
    expect(textOf(world.events)).toBe('Done.');
  });

  test('ends the reply where files of the group are in the prompt', async () => {
    class GroupFile extends AnyFiles {
      override load = async () => ({
        ...{ wholeFiles: 'secret', excerpts: '', tokens: 1, sources: [] },
        evidence: [{ url: 'file:f1', text: 'secret' }],
      });
      override canRead = async ({ rights }: UserRequester) => rights !== undefined;
    }
    const asked = { requester: { ...PREMIUM, rights: inGroup() }, fileIds: ['f1'] };
    const lost = await waited({ rights: undefined }, asked, { attached: new GroupFile() });
    expect([codeOf(lost.events), lost.modelCalls()]).toEqual(['SUBSCRIPTION_REQUIRED', []]);
    expect(textOf((await waited({}, asked, { attached: new GroupFile() })).events)).toBe('Done.');
  });

  test('does not count for what is done with the answer', async () => {
    const { returned, editor } = await waited({ tier: 'basic' });
    expect([...returned.keepers, ...editor.writers]).toMatchObject([{ tier: 'basic' }, { tier: 'basic' }]);
  });
});

test('a tool that is to ask from now on asks, though it ran by itself when the reply began', async () => {
  const world = aWorld();
  world.models.next(...wantsTo(['write', {}])).next(...wantsTo(['read', {}]));
  const replyId = await world.ask('Hi');
  const [first] = await world.asked(replyId);
  world.tools.usable = [usableTool('write', 'ask'), usableTool('read', 'ask')];
  await world.reply(replyId, first?.id ?? '', ONCE);
  await until(async () => (await world.asked(replyId))[0]?.id !== first?.id);
  expect(world.tools.calls.map(({ tool }) => tool)).toEqual(['write']);
  await world.stop.execute({ replyId, owner: 'user:ann' });
  await world.watch(replyId);
});

test('the ledger is a file for admins: oldest first, without formulas, of the days asked for', async () => {
  const { toolCalls, clock } = aWorld();
  const audit = new RecordingAuditLog();
  const replyId = '-P7UxQ0v3kLm9_aBcDeFg';
  const call = { owner: 'user:ann', replyId, serverId: 's1', ms: 5, outcome: 'done' } as const;
  for (let count = 0; count < 600; count += 1) {
    const id = String(count).padStart(3, '0');
    await toolCalls.add({
      ...call,
      id,
      tool: count === 0 ? '=cmd()' : 'read',
      at: clock.now() - (count < 599 ? 9 : 8),
    });
  }
  await toolCalls.add({ ...call, id: 'old', tool: 'read', at: clock.now() - 31 * 24 * HOUR });
  const pieces: string[] = [];
  for await (const piece of new ExportToolCalls(toolCalls, clock, audit).execute({ days: 30 })) pieces.push(piece);
  const lines = pieces.join('').split('\r\n');
  expect([lines.length, pieces.length, lines.some((line) => line.endsWith(',old'))]).toEqual([602, 3, false]);
  expect(lines[0]).toBe('\uFEFFat,user,server,tool,outcome,ms,reply,id');
  expect(lines[1]).toMatch(/Z,deleted,s1,'=cmd\(\),done,5,-P7UxQ0v3kLm9_aBcDeFg,000$/);
  expect(lines[600]).toMatch(/,599$/);
  expect(audit.events).toMatchObject([{ action: 'tool-calls.export', details: { days: 30 } }]);
});

describe('pictures that a tool returns', () => {
  /** A tool that asks returns pictures; the model sees them, or not. */
  const drawing = async ({ sees = true, pictures = 1, on = sharedState() } = {}) => {
    const world = aWorld({ on });
    if (sees) world.models.seeing.add('model-1');
    const content = Array.from({ length: pictures }, () => ({
      kind: 'image' as const,
      text: 'plot',
      bytes: new Uint8Array([1]),
      mimeType: 'image/png',
    }));
    world.tools.scripts.set('read', async function* () {
      return { isError: false, content };
    });
    return world;
  };
  const shownIn = ({ models }: { readonly models: ScriptedModels }, request: number) =>
    (models.requests[request]?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? (message.images ?? []).map(({ bytes }) => new TextDecoder().decode(bytes)) : [],
    );

  test('go to a model that sees, as they were stored, and to no other', async () => {
    for (const sees of [true, false]) {
      const world = await drawing({ sees });
      world.models.next(...wantsTo(['read', {}]));
      await world.watch(await world.ask('Draw'));
      expect(shownIn(world, 1)).toEqual(sees ? ['file-1'] : []);
      expect(toolMessages(world, 1)[0]).toContain('[Image "plot.png"');
      expect(world.pictures.found).toEqual(sees ? ['ann file-1'] : []);
    }
  });

  test('are the newest ones when there are many, and those that still exist', async () => {
    const world = await drawing({ pictures: 4 });
    world.pictures.gone.add('file-12');
    for (let round = 0; round < 3; round += 1) world.models.next(...wantsTo(['read', { round }]));
    await world.watch(await world.ask('Draw'));
    expect(shownIn(world, 3)).toEqual([
      'file-1',
      'file-5',
      'file-6',
      'file-7',
      'file-8',
      'file-9',
      'file-10',
      'file-11',
    ]);
  });

  test('are left out for a model that refuses them, and in the text protocol', async () => {
    const refused = new ModelError('MODEL_CONFIG_ERROR', 'no images', { requestRefused: true });
    const world = await drawing();
    world.models.next(...wantsTo(['read', {}])).next(refused);
    expect(textOf(await world.watch(await world.ask('Draw')))).toBe('Done.');
    expect([shownIn(world, 1), shownIn(world, 2)]).toEqual([['file-1'], []]);
    const plain = await drawing();
    const call = '```tool\n{"tool": "notes__read", "arguments": {}}\n```';
    plain.models.next(refused).next(call);
    await plain.watch(await plain.ask('Draw'));
    expect(plain.models.requests.at(-1)?.messages.filter((each) => 'images' in each)).toEqual([]);
  });

  test('go to the model also when another process goes on with the reply', async () => {
    const first = await drawing();
    await first.maintenance.start();
    first.models.next(...wantsTo(['read', {}])).next(...wantsTo(['write', {}]));
    const replyId = await first.ask('Draw');
    const [question] = await first.asked(replyId);
    const second = await drawing({ on: first.on });
    const next = aWorld({ on: first.on, name: 'runner-2', models: second.models });
    await first.clock.advance(20_000);
    await next.maintenance.recover();
    await until(() => next.openQuestions.size === 1);
    await next.reply(replyId, question?.id ?? '', ONCE);
    await next.watch(replyId);
    expect(shownIn(next, 0)).toEqual(['file-1']);
  });
});
