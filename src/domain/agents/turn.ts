import type { AgentEvent, ModelEvent } from '../chat/ports.ts';
import type { ToolCall } from './call-tools.ts';
import { MarkScanner } from './mark-scanner.ts';
import { callsIn, FENCE } from './text-protocol.ts';

/** Words before a call are no answer; so many characters are held back until it is clear that none follows. */
const PREAMBLE = 160;

interface Circumstances {
  /** Tools were offered. */
  readonly mayCall: boolean;
  /** Without a call nothing of it is told. */
  readonly mustCall: boolean;
  /** Calls are written as text. */
  readonly plain: boolean;
  /** How many calls there were before. */
  readonly known: number;
  /** An earlier turn has told some answer: this one begins a new paragraph. */
  readonly after: boolean;
}

/** One thing that a model said, taken apart into thoughts, answer and wishes for tools while it comes. */
export class Turn {
  readonly calls: ToolCall[] = [];
  /** The whole text besides thoughts and calls, for the conversation. */
  said = '';
  /** Some of it was told as answer. */
  answered = false;
  cut = false;
  private readonly thoughts = new MarkScanner('<think>', '</think>');
  private readonly fences = new MarkScanner(FENCE.open, FENCE.close);
  private readonly blocks: string[] = [];
  private inBlock = false;
  private held = '';
  private readonly on: Circumstances;

  constructor(on: Circumstances) {
    this.on = on;
  }

  *hear(event: ModelEvent): Generator<AgentEvent, void> {
    if (event.type === 'text') yield* this.text(event.text);
    else if (event.type === 'tool-call')
      this.calls.push({ id: event.id, name: event.name, arguments: event.arguments });
    else if (event.type === 'end' && event.reason === 'length') this.cut = true;
  }

  /** The model has ended: what is still held back is answer, or words before a call. */
  *end(): Generator<AgentEvent, void> {
    for (const { inside, text } of this.thoughts.rest()) yield* this.sort(inside, text);
    if (this.on.plain) for (const { inside, text } of this.fences.rest()) yield* this.unfenced(inside, text);
    if (this.on.plain) this.calls.push(...callsIn(this.blocks, this.on.known));
    const { held } = this;
    this.held = '';
    if (held.trim() === '') return;
    if (this.calls.length > 0 && !this.answered) yield this.thinking(`${held.trimEnd()}\n\n`);
    else if (!this.on.mustCall) yield this.answer(held);
  }

  private *text(text: string): Generator<AgentEvent, void> {
    for (const piece of this.thoughts.feed(text)) yield* this.sort(piece.inside, piece.text);
  }

  private *sort(inside: boolean, text: string): Generator<AgentEvent, void> {
    if (inside) yield this.thinking(text);
    else if (!this.on.plain) yield* this.outside(text);
    else for (const piece of this.fences.feed(text)) yield* this.unfenced(piece.inside, piece.text);
  }

  private *unfenced(inside: boolean, text: string): Generator<AgentEvent, void> {
    if (!inside) {
      this.inBlock = false;
      yield* this.outside(text);
    } else if (this.inBlock) this.blocks.push((this.blocks.pop() ?? '') + text);
    else {
      this.inBlock = true;
      this.blocks.push(text);
    }
  }

  private *outside(text: string): Generator<AgentEvent, void> {
    this.said += text;
    if (this.answered) yield this.answer(text);
    else {
      this.held = (this.held + text).trimStart();
      if (this.held === '' || this.on.mustCall || (this.on.mayCall && this.held.length < PREAMBLE)) return;
      const { held } = this;
      this.held = '';
      yield this.answer(held);
    }
  }

  private thinking(text: string): AgentEvent {
    return { type: 'thinking', text };
  }

  private answer(text: string): AgentEvent {
    const begins = this.on.after && !this.answered;
    this.answered = true;
    return { type: 'text', text: begins ? `\n\n${text}` : text };
  }
}
