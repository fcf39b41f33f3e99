import type { Step } from '../../../shared/reply-details.ts';
import type { Clock } from '../../kernel/ports.ts';
import { toSingleLine } from '../../kernel/untrusted-text.ts';
import type { ToolCallEvent } from '../../tools/ports.ts';

/** Four times a second. */
const INTERVAL_MS = 250;
const MAX_MESSAGE_CHARACTERS = 200;
/** Each update has the whole step in the log of the reply. */
const MAX_LOGGED_CHARACTERS = 1_000_000;

/** Shows how far calls are: not too often, and for one reply not without end. */
export class Progress {
  private readonly shownAt = new Map<string, number>();
  private remaining = MAX_LOGGED_CHARACTERS;

  constructor(private readonly clock: Clock) {}

  /** The step to show; undefined: the last one is enough for now. */
  of(id: string, step: Step, event: Extract<ToolCallEvent, { type: 'progress' }>): Step | undefined {
    const now = this.clock.now();
    if (now - (this.shownAt.get(id) ?? -INTERVAL_MS) < INTERVAL_MS) return undefined;
    const { done, total } = event;
    const message = toSingleLine(event.message, MAX_MESSAGE_CHARACTERS);
    const progress = { ...step, progress: { done, total, message } };
    this.remaining -= JSON.stringify(progress).length;
    if (this.remaining < 0) return undefined;
    this.shownAt.set(id, now);
    return progress;
  }
}
