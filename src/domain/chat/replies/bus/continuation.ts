import type { EventBatch } from '../reply.ts';
import type { BusEvents } from './ports.ts';

/**
 * What `events` adds from event `next` on; `old`: nothing; `gap`: events before it, or of a newer epoch, are missing.
 */
export const continuation = ({ epoch, batch }: BusEvents, next: number, of: number): EventBatch | 'old' | 'gap' => {
  if (epoch < of || (epoch === of && batch.first + batch.events.length <= next)) return 'old';
  if (epoch > of || batch.first > next) return 'gap';
  return batch.first === next ? batch : { first: next, events: batch.events.slice(next - batch.first) };
};

/** The events from `next` on without a gap, as one batch. */
export const joinContinuations = (stored: readonly BusEvents[], next: number, of: number): EventBatch | undefined => {
  const events = [];
  for (const each of stored) {
    const batch = continuation(each, next + events.length, of);
    if (batch === 'gap') break;
    if (batch !== 'old') events.push(...batch.events);
  }
  return events.length > 0 ? { first: next, events } : undefined;
};
