import type { Clock, Ids } from '../../kernel/ports.ts';
import { ToolCallLedger, type ToolCallLine, type ToolCallObserver, type ToolCallStore } from './ports.ts';

/** Writes and counts each call of a tool. */
export class ToolCallWriter extends ToolCallLedger {
  constructor(
    private readonly store: ToolCallStore,
    private readonly observer: ToolCallObserver,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(line: ToolCallLine): Promise<void> {
    this.observer.called(line.outcome, line.ms);
    try {
      await this.store.add({ ...line, id: this.ids.next(), at: this.clock.now() });
    } catch (error) {
      this.observer.failed(`the ledger line of a tool call of reply ${line.replyId}`, error);
    }
  }
}
