import type { CutReason, ModelEvent, ToolCall } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import { LeadingThoughts } from '../kernel/leading-thoughts.ts';
import { TagScanner } from './tag-scanner.ts';
import { parseToolCalls, TOOL_FENCE } from './text-tool-protocol.ts';

/**
 * Text before a tool call is not part of the answer: up to this many characters are buffered until it is clear that no
 * call follows.
 */
const MAX_PREAMBLE_CHARACTERS = 160;

interface ModelTurnOptions {
  readonly canCallTools: boolean;
  /** Without a call the text is dropped. */
  readonly mustCallTool: boolean;
  readonly asText: boolean;
  readonly previousCalls: number;
  /** Some answer was sent in an earlier turn: this one starts a new paragraph. */
  readonly hasEarlierAnswer: boolean;
}

/** Splits the output of one model call into thoughts, answer and tool calls while it streams. */
export class ModelTurn {
  readonly calls: ToolCall[] = [];
  /** All text except thoughts and calls, for the conversation. */
  content = '';
  /** Those that the provider told apart, for the conversation. */
  thoughts = '';
  hasAnswered = false;
  cut: CutReason | undefined;
  private readonly thinkingScanner = new LeadingThoughts();
  private readonly fenceScanner = new TagScanner(TOOL_FENCE.open, TOOL_FENCE.close);
  private readonly blocks: string[] = [];
  private inBlock = false;
  private buffer = '';

  constructor(private readonly options: ModelTurnOptions) {}

  *consume(event: ModelEvent): Generator<AgentEvent, void> {
    if (event.type === 'text') yield* this.scanText(event.text);
    else if (event.type === 'thinking') yield* this.addThoughts(event);
    else if (event.type === 'tool-call') this.calls.push(callOf(event));
    else if (event.type === 'end' && (event.reason === 'length' || event.reason === 'filtered'))
      this.cut = event.reason;
  }

  /** Flushes the buffer: it is answer, or text before a call. */
  *end(): Generator<AgentEvent, void> {
    for (const { inside: isInside, text } of this.thinkingScanner.flush()) yield* this.routeText(isInside, text);
    if (this.options.asText) yield* this.endTextProtocol();
    const { buffer } = this;
    this.buffer = '';
    // Those of the next turn begin a paragraph.
    if (this.calls.length > 0 && this.thoughts !== '') yield { type: 'thinking', text: '\n\n' };
    if (buffer.trim() === '') return;
    if (this.calls.length > 0 && !this.hasAnswered) yield { type: 'thinking', text: `${buffer.trimEnd()}\n\n` };
    else if (!this.options.mustCallTool) yield this.answerEvent(buffer);
  }

  private *endTextProtocol(): Generator<AgentEvent, void> {
    for (const { inside: isInside, text } of this.fenceScanner.flush())
      yield* this.routeOutsideThinking(isInside, text);
    this.calls.push(...parseToolCalls(this.blocks, this.options.previousCalls));
  }

  private *addThoughts(event: Extract<ModelEvent, { type: 'thinking' }>): Generator<AgentEvent, void> {
    this.thoughts += event.text;
    yield event;
  }

  private *scanText(text: string): Generator<AgentEvent, void> {
    for (const piece of this.thinkingScanner.feed(text)) yield* this.routeText(piece.inside, piece.text);
  }

  private *routeText(isInside: boolean, text: string): Generator<AgentEvent, void> {
    if (isInside) yield { type: 'thinking', text };
    else if (!this.options.asText) yield* this.addText(text);
    else for (const piece of this.fenceScanner.feed(text)) yield* this.routeOutsideThinking(piece.inside, piece.text);
  }

  private *routeOutsideThinking(isInside: boolean, text: string): Generator<AgentEvent, void> {
    if (!isInside) {
      this.inBlock = false;
      yield* this.addText(text);
    } else if (this.inBlock) this.blocks.push((this.blocks.pop() ?? '') + text);
    else {
      this.inBlock = true;
      this.blocks.push(text);
    }
  }

  private *addText(text: string): Generator<AgentEvent, void> {
    this.content += text;
    if (this.hasAnswered) yield this.answerEvent(text);
    else {
      this.buffer = (this.buffer + text).trimStart();
      if (
        this.buffer === '' ||
        this.options.mustCallTool ||
        (this.options.canCallTools && this.buffer.length < MAX_PREAMBLE_CHARACTERS)
      )
        return;
      const { buffer } = this;
      this.buffer = '';
      yield this.answerEvent(buffer);
    }
  }

  private answerEvent(text: string): AgentEvent {
    const startsParagraph = this.options.hasEarlierAnswer && !this.hasAnswered;
    this.hasAnswered = true;
    return { type: 'text', text: startsParagraph ? `\n\n${text}` : text };
  }
}

const callOf = ({ id, name, arguments: given, providerData }: ToolCall): ToolCall => ({
  id,
  name,
  arguments: given,
  ...(providerData && { providerData }),
});
