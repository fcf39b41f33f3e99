import type { Context } from 'koa';

import { DomainError } from '../../../domain/kernel/domain-error.ts';
import type { Principal } from '../authenticator.ts';

/** Maximum bytes of bodies in flight. */
export interface BodyBudgets {
  readonly process: number;
  readonly account: number;
  readonly address: number;
  /** For an account without a verified address, and for all such accounts and visitors of one address. */
  readonly unverified: number;
}

/** Shorter bodies are not counted: the number of connections bounds them. */
const MIN_COUNTED_BYTES = 64 * 1024;
const RETRY_MS = 10_000;
const PROCESS_KEY = 'all';

class TooManyBodies extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor() {
    super('Too much is being sent at once. Please wait until some of it has arrived.', { retryAfterMs: RETRY_MS });
  }
}

class NoRoomForBody extends DomainError {
  readonly kind = 'unavailable';
  override readonly code = 'SERVER_BUSY';

  constructor() {
    super('The server is receiving too much at once. Please try again in a moment.', { retryAfterMs: RETRY_MS });
  }
}

/** The owner of a body, and the maximum of its route. */
export interface BodySource {
  readonly maxBytes: number;
  readonly principal: Principal;
  readonly address: string;
}

type Release = () => void;
const noRelease: Release = () => undefined;

/** A memory budget for request bodies in flight: in total, per account and per network address. */
export class BodyBudget {
  private readonly reserved = new Map<string, number>();

  constructor(private readonly budgets: BodyBudgets) {}

  /**
   * Reserves a body's maximum size before a byte is read; call the returned function to release it. The first body of
   * an account or address always passes, because its route limits it. Throws `TooManyBodies` or `NoRoomForBody`.
   */
  reserve(ctx: Context, { maxBytes, principal, address }: BodySource): Release {
    const bytes = expectedBytes(ctx, maxBytes);
    if (bytes <= MIN_COUNTED_BYTES) return noRelease;
    const owners = this.budgetsFor(principal, address);
    for (const [owner, budget] of owners) {
      const reservedBytes = this.reserved.get(owner) ?? 0;
      if (reservedBytes > 0 && reservedBytes + bytes > budget) throw new TooManyBodies();
    }
    if ((this.reserved.get(PROCESS_KEY) ?? 0) + bytes > this.budgets.process) throw new NoRoomForBody();
    const names = [PROCESS_KEY, ...owners.map(([owner]) => owner)];
    for (const name of names) this.add(name, bytes);
    let isReserved = true;
    return () => {
      if (isReserved) for (const name of names) this.add(name, -bytes);
      isReserved = false;
    };
  }

  private budgetsFor(principal: Principal, address: string): (readonly [string, number])[] {
    const { account, address: ofAddress, unverified } = this.budgets;
    if (principal.kind !== 'user') return [[`unverified at ${address}`, unverified]];
    const { user, verified } = principal;
    if (verified)
      return [
        [`account ${user.uid}`, account],
        [`address ${address}`, ofAddress],
      ];
    return [
      [`account ${user.uid}`, unverified],
      [`unverified at ${address}`, unverified],
    ];
  }

  private add(name: string, bytes: number): void {
    const reservedBytes = (this.reserved.get(name) ?? 0) + bytes;
    if (reservedBytes > 0) this.reserved.set(name, reservedBytes);
    else this.reserved.delete(name);
  }
}

/** The declared length; the route's maximum when compressed or without length. */
const expectedBytes = (ctx: Context, maxBytes: number): number => {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  if (length === undefined) return ctx.req.headers['transfer-encoding'] === undefined ? 0 : maxBytes;
  return encoding === 'identity' ? Math.min(Number(length), maxBytes) : maxBytes;
};
