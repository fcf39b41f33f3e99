import type { Step, ToolPart } from '../../../shared/reply-details.ts';
import { MAX_ARGUMENT_CHARACTERS } from '../../../shared/tools.ts';
import type { AgentEvent, ConnectedTask } from '../../chat/replies/ports/agents.ts';
import { parseJsonObject } from '../../kernel/parse-json-object.ts';
import type { Clock } from '../../kernel/ports.ts';
import { toSingleLine } from '../../kernel/untrusted-text.ts';
import type {
  ConnectedTools,
  FormContent,
  PlacedTool,
  ToolCallEvent,
  ToolOutcome,
  UsableTool,
} from '../../tools/ports.ts';
import type { ToolAnswer } from '../call-dialogue.ts';
import { startStep, stepEvent } from '../step.ts';
import { InvalidToolArguments, type Tool, type ToolRun } from '../tool.ts';
import { outcomeOfError, ToolChanged } from './call-outcome.ts';
import type { ToolCallLedger, ToolCallOutcome } from './ports.ts';
import type { NamedTool } from './tool-names.ts';
import type { Progress } from './progress.ts';
import type { ToolResults } from './tool-results.ts';

const MAX_TITLE_CHARACTERS = 120;
const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_FORM_CHARACTERS = 20_000;
const MAX_FORMS = 5;
const MAX_REASON_CHARACTERS = 500;

const REFUSED = 'The person refused this call. Go on without it, or ask them how to proceed.';
const EXPIRED = 'Nobody allowed this call within an hour, so it was not made.';

export interface ConnectedToolDeps {
  readonly tools: ConnectedTools;
  readonly results: ToolResults;
  readonly ledger: ToolCallLedger;
  readonly clock: Clock;
}

interface Called extends ToolAnswer {
  readonly outcome: ToolCallOutcome;
}

/** A tool of a connected server. One that asks is called when the person allows it. */
export class ConnectedTool implements Tool {
  readonly spec;
  readonly identity: string;
  private readonly tool: PlacedTool;
  private readonly title: string;

  constructor(
    private readonly named: NamedTool,
    private readonly task: ConnectedTask,
    readonly timeoutMs: number,
    private readonly progress: Progress,
    private readonly deps: ConnectedToolDeps,
  ) {
    const { usable, spec } = named;
    this.spec = spec;
    this.tool = placedTool(usable);
    this.identity = identityOf(this.tool);
    this.title = toSingleLine(usable.tool.title || usable.tool.name, MAX_TITLE_CHARACTERS);
  }

  startStep({ id, input }: ToolRun): Step {
    const { serverId, serverName } = this.named.usable;
    const server = toSingleLine(serverName, MAX_TITLE_CHARACTERS);
    const shown = JSON.stringify(input).slice(0, MAX_ARGUMENT_CHARACTERS);
    return {
      ...startStep(id, 'tool', `Using ${this.title}`, server),
      call: { serverId, server, tool: this.tool.tool, title: this.title, arguments: shown },
    };
  }

  async *run(run: ToolRun, step: Step): AsyncGenerator<AgentEvent, ToolAnswer> {
    const since = { ms: 0 };
    let outcome: ToolCallOutcome = 'stopped';
    try {
      const called = yield* this.allowAndCall(run, step, since);
      outcome = called.outcome;
      return { text: called.text, pictures: called.pictures };
    } catch (error) {
      outcome = outcomeOfError(error, run.signal, this.task.signal);
      throw error;
    } finally {
      await this.record(outcome, since.ms);
    }
  }

  private async *allowAndCall(run: ToolRun, started: Step, since: { ms: number }): AsyncGenerator<AgentEvent, Called> {
    if (JSON.stringify(run.input).length > MAX_ARGUMENT_CHARACTERS)
      throw new InvalidToolArguments('The arguments are too long.');
    if (!(await this.mustAsk(run))) return yield* this.callAsAllowed(run, started, since);
    const asked = { kind: 'approval', tool: this.tool, message: `Allow ${this.title}?`, schema: null } as const;
    const { end, step } = yield* run.dialogue.askApproval(asked, started);
    if (end.outcome === 'refused' || end.outcome === 'expired') {
      yield stepEvent({ ...step, state: 'failed' });
      return { text: end.outcome === 'refused' ? REFUSED : EXPIRED, outcome: end.outcome };
    }
    if (end.outcome === 'withdrawn') throw new ToolChanged();
    await this.requireUnchanged();
    return yield* this.callAsAllowed(run, step, since);
  }

  /** By the mode of this moment: it may have changed since the tools were listed. */
  private async mustAsk({ dialogue }: ToolRun): Promise<boolean> {
    const mode = await this.deps.tools.modeOf(this.task.requester, this.tool);
    if (mode === undefined) throw new ToolChanged();
    return mode === 'ask' && !dialogue.approval && !(await this.task.waits.isGranted(this.tool));
  }

  private async *callAsAllowed(run: ToolRun, step: Step, since: { ms: number }): AsyncGenerator<AgentEvent, Called> {
    const edited = run.dialogue.approval?.arguments ?? null;
    if (edited === null) return yield* this.call(run, step, run.input, since);
    const shown = step.call ? { ...step, call: { ...step.call, arguments: edited } } : step;
    const called = yield* this.call(run, shown, parseJsonObject(edited) ?? {}, since);
    return { ...called, text: `The person changed the arguments to ${edited}\n${called.text}` };
  }

  /** An hour may have passed since the tool was described. */
  private async requireUnchanged(): Promise<void> {
    const usable = await this.deps.tools.listUsable(this.task.requester, [this.tool.serverId]);
    if (!usable.some((each) => identityOf(placedTool(each)) === this.identity)) throw new ToolChanged();
  }

  private async *call(
    run: ToolRun,
    started: Step,
    input: ToolRun['input'],
    since: { ms: number },
  ): AsyncGenerator<AgentEvent, Called> {
    const { tool } = this.tool;
    const { requester, current } = this.task;
    const { signal } = run;
    const call = this.deps.tools.call({ ...this.tool, requester, arguments: input, signal });
    const latest = { step: started };
    const outcome = yield* this.follow(call, run, latest, since);
    const { parts, text } = await this.deps.results.convert(`${this.spec.name} ${tool}`, outcome, current, signal);
    yield this.endOf(latest.step, parts, outcome);
    const pictures = parts.flatMap(({ kind, fileId }) => (kind === 'image' && fileId !== undefined ? [fileId] : []));
    return { text, pictures, outcome: outcome.isError ? 'error' : 'done' };
  }

  /** Until the call ends. Without progress, the step is that of its last question. */
  private async *follow(
    call: AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent>,
    run: ToolRun,
    latest: { step: Step },
    since: { ms: number },
  ): AsyncGenerator<AgentEvent, ToolOutcome> {
    const { clock } = this.deps;
    let content: FormContent;
    for (let forms = 0; ;) {
      const at = clock.now();
      const result = await call.next(content).finally(() => (since.ms += clock.now() - at));
      if (result.done === true) return result.value;
      content = undefined;
      if (result.value.type === 'progress') {
        const progress = this.progress.of(run.id, latest.step, result.value);
        if (!progress) continue;
        latest.step = progress;
        yield stepEvent(progress);
      } else if ((forms += 1) <= MAX_FORMS) content = yield* this.askForm(result.value, run, latest);
    }
  }

  private async *askForm(
    { message, schema }: Extract<ToolCallEvent, { type: 'form' }>,
    run: ToolRun,
    latest: { step: Step },
  ): AsyncGenerator<AgentEvent, FormContent> {
    const written = JSON.stringify(schema);
    if (written.length > MAX_FORM_CHARACTERS) return undefined;
    const asked = {
      kind: 'form',
      tool: this.tool,
      message: toSingleLine(message, MAX_MESSAGE_CHARACTERS),
      schema: written,
    } as const;
    const answer = yield* run.dialogue.askForm(asked, latest.step);
    latest.step = answer.step;
    return answer.content ?? undefined;
  }

  private endOf(step: Step, parts: readonly ToolPart[], { isError, content }: ToolOutcome): AgentEvent {
    const { progress: _, ...ended } = step;
    const reason = toSingleLine(content.find(({ kind }) => kind === 'text')?.text ?? '', MAX_REASON_CHARACTERS);
    const output = isError ? reason || 'The tool reports an error.' : null;
    return stepEvent({ ...ended, state: isError ? 'failed' : 'done', output, parts });
  }

  private record(outcome: ToolCallOutcome, ms: number): Promise<void> {
    const { owner, replyId } = this.task;
    const { serverId, tool } = this.tool;
    return this.deps.ledger.record({ owner, replyId, serverId, tool, ms, outcome });
  }
}

const placedTool = ({ serverId, address, tool }: UsableTool): PlacedTool => ({
  serverId,
  tool: tool.name,
  digest: tool.digest,
  address,
});

const identityOf = ({ serverId, tool, digest, address }: PlacedTool): string =>
  JSON.stringify([serverId, tool, digest, address]);
