import type { GivenAnswer } from '../../../src/domain/chat/replies/waiting/question.ts';
import type { ReplyEvent } from '../../../src/shared/reply-event.ts';
import type { Step } from '../../../src/shared/reply-details.ts';
import { PassThroughPostProcessor } from '../../fakes/pass-through-post-processor.ts';
import type { FileContextProvider } from '../../../src/domain/chat/replies/ports/files.ts';
import { ScriptedConnectedTools, usableTool } from '../../fakes/connected-tools.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { CHAT, type SharedState, sharedState, until } from '../chat/harness.ts';
import { anAgentHarness, stepsIn, toolCall } from './harness.ts';

export const SERVERS = ['s1'];
export const HOUR = 3_600_000;
export const PLAIN = {
  messages: [{ role: 'user', content: 'Hi' }],
  personality: 'default',
  temperature: 0.6,
  maxTokens: 1024,
  topP: 1,
} as const;

export interface WorldOptions {
  readonly on?: SharedState;
  readonly name?: string;
  readonly connected?: ScriptedConnectedTools;
  readonly models?: ScriptedModels;
  readonly attached?: FileContextProvider;
}

/** A process whose server has a tool that asks and one that does not. */
export const aWorld = ({
  on = sharedState(),
  name = 'runner-1',
  connected,
  models = new ScriptedModels('Done.'),
  attached,
}: WorldOptions = {}) => {
  const tools = connected ?? new ScriptedConnectedTools();
  tools.usable = [usableTool('write'), usableTool('read', 'auto')];
  const editor = new PassThroughPostProcessor();
  const harness = anAgentHarness(models, { name, connected: tools, editor, ...(attached && { attached }) }, on);
  const steps = async (replyId: string): Promise<readonly Step[]> => stepsIn(await logOf(replyId));
  const logOf = async (replyId: string): Promise<readonly ReplyEvent[]> => {
    const active = harness.activeReplies.find(replyId);
    return active
      ? active.allWithEnd().events
      : (await harness.replies.listEvents(replyId, 0)).flatMap((each) => each.events);
  };
  /** The open questions of a reply, as its steps show them. */
  const open = async (replyId: string) => {
    const latest = new Map((await steps(replyId)).map((step) => [step.id, step]));
    return [...latest.values()].flatMap(({ state, question }) => (state === 'waiting' && question ? [question] : []));
  };
  const asked = async (replyId: string, count = 1) => {
    await until(async () => (await open(replyId)).length === count);
    return open(replyId);
  };
  const reply = (replyId: string, questionId: string, answer: GivenAnswer, owner = 'user:ann') =>
    harness.answer.execute({ owner, replyId, questionId, answer });
  /** `null`: those of the chat. */
  const ask = (text: string, toolServers: readonly string[] | null = SERVERS, messageId = 'q1') =>
    harness.ask(text, { toolServers: toolServers ?? undefined, target: { chatId: CHAT, messageId } });
  const { questions: questions_ } = on;
  return { ...harness, editor, on, tools, steps, asked, reply, ask, logOf, questions_, open_: harness.open };
};

export const wantsTo = (...calls: readonly [string, object][]) =>
  calls.map(([name, args]) => toolCall(`notes__${name}`, args));
export const ONCE = { decision: 'once' } as const;

/** Time passes until it is done. */
export const inTime = async <T>({ clock }: Pick<SharedState, 'clock'>, work: Promise<T>): Promise<T> => {
  const done = { yet: false };
  void work.finally(() => (done.yet = true)).catch(() => undefined);
  while (!done.yet) await clock.advance(50);
  return work;
};

export const toolMessages = ({ models }: { readonly models: ScriptedModels }, request: number): readonly string[] =>
  (models.requests[request]?.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
