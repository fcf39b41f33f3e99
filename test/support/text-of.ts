import type { ReplyEvent } from '../../src/shared/reply-event.ts';
import { reduceEvents } from '../../src/shared/reply-state.ts';

/** The text that a run of events adds up to. */
export const textOf = (events: Iterable<ReplyEvent>): string => reduceEvents(events).text;
