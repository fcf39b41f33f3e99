import type { BusEvents } from '../../domain/chat/replies/bus/ports.ts';
import type { EventBatch } from '../../domain/chat/replies/reply.ts';
import { decodeLog, encodeLog } from '../../shared/reply-event.ts';

/** More is left to the log. */
const MAX_CHARACTERS = 1_000_000;
const HEAD = /^(\d{1,9}) (\d{1,9}) /;

/** Tells followers to read the log. */
export const LOOK_UP = '';

/** Undefined: too large. */
export const encodePayload = (epoch: number, { first, events }: EventBatch): string | undefined => {
  const payload = `${epoch} ${first} ${encodeLog(events)}`;
  return payload.length > MAX_CHARACTERS ? undefined : payload;
};

/** Undefined for what this version did not write. */
export const decodePayload = (payload: string): BusEvents | undefined => {
  const head = HEAD.exec(payload);
  if (!head || payload.length > MAX_CHARACTERS) return undefined;
  try {
    const events = decodeLog(payload.slice(head[0].length));
    return { epoch: Number(head[1]), batch: { first: Number(head[2]), events } };
  } catch {
    return undefined;
  }
};
