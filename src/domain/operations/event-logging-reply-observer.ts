import { ReplyObserver } from '../chat/replies/ports/reply-store.ts';
import type { ServerEventLog } from '../kernel/ports.ts';

type Finished = Parameters<ReplyObserver['finished']>[0];

/** Adds failures of providers to the server events. */
export class EventLoggingReplyObserver extends ReplyObserver {
  constructor(
    private readonly next: ReplyObserver,
    private readonly events: ServerEventLog,
  ) {
    super();
  }

  started(reply: Parameters<ReplyObserver['started']>[0]): void {
    this.next.started(reply);
  }

  finished(reply: Finished): void {
    this.next.finished(reply);
    const { status, code, model, ms } = reply;
    if (status !== 'error') return;
    const detail = `${code ?? 'INTERNAL_ERROR'} from ${model} after ${Math.round(ms / 1000)} s`;
    this.events.add({ kind: 'provider error', level: 'error', uid: null, detail });
  }

  failed(what: string, error: unknown): void {
    this.next.failed(what, error);
  }
}
