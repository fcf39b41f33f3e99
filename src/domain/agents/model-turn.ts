import type { ModelEvent } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports.ts';
import type { ToolCall } from './tool-runner.ts';
import { TagScanner } from './tag-scanner.ts';
import { parseToolCalls, TOOL_FENCE } from './text-tool-protocol.ts';

/** Words before a call are no answer; so many characters are held back until it is clear that none follows. */
const MAX_PREAMBLE_CHARACTERS = 160;

interface ModelTurnOptions {
  /** Tools were offered. */
  readonly canCallTools: boolean;
  /** Without a call nothing of it is told. */
  readonly mustCallTool: boolean;
  /** Calls are written as text. */
  readonly asText: boolean;
  /** How many calls there were before. */
  readonly previousCalls: number;
  /** An earlier turn has told some answer: this one begins a new paragraph. */
  readonly hasEarlierAnswer: boolean;
}

/** One thing that a model said, taken apart into thoughts, answer and wishes for tools while it comes. */
export class ModelTurn {
  readonly calls: ToolCall[] = [];
  /** The whole text besides thoughts and calls, for the conversation. */
  content = '';
  /** Some of it was told as answer. */
  hasAnswered = false;
  isTruncated = false;
  private readonly thinkingScanner = new TagScanner('<think>', '</think>');
  private readonly fenceScanner = new TagScanner(TOOL_FENCE.open, TOOL_FENCE.close);
  private readonly blocks: string[] = [];
  private inBlock = false;
  private buffer = '';
  private readonly options: ModelTurnOptions;

  constructor(options: ModelTurnOptions) {
    this.options = options;
  }

  *consume(event: ModelEvent): Generator<AgentEvent, void> {
    if (event.type === 'text') yield* this.scanText(event.text);
    else if (event.type === 'tool-call')
      this.calls.push({ id: event.id, name: event.name, arguments: event.arguments });
    else if (event.type === 'end' && event.reason === 'length') this.isTruncated = true;
  }

  /** The model has ended: what is still held back is answer, or words before a call. */
  *end(): Generator<AgentEvent, void> {
    for (const { inside: isInside, text } of this.thinkingScanner.flush()) yield* this.routeText(isInside, text);
    if (this.options.asText)
      for (const { inside: isInside, text } of this.fenceScanner.flush())
        yield* this.routeOutsideThinking(isInside, text);
    if (this.options.asText) this.calls.push(...parseToolCalls(this.blocks, this.options.previousCalls));
    const { buffer } = this;
    this.buffer = '';
    if (buffer.trim() === '') return;
    if (this.calls.length > 0 && !this.hasAnswered) yield { type: 'thinking', text: `${buffer.trimEnd()}\n\n` };
    else if (!this.options.mustCallTool) yield this.answerEvent(buffer);
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
