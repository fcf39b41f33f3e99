import type { Context } from 'koa';

import { isVerified } from '../../domain/accounts/user.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import type { Principal } from './principal.ts';

/** Bytes that bodies in flight may hold. */
export interface BodyBudgets {
  readonly process: number;
  readonly account: number;
  readonly address: number;
  /** For an account without a verified address, and for all such and all visitors of one network address. */
  readonly unverified: number;
}

/** Shorter bodies are not counted: the number of connections bounds them. */
const SMALL_BYTES = 64 * 1024;
const RETRY_MS = 10_000;
const ALL = 'all';

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

/** Whose body it is, and the most that its reader takes. */
export interface Sender {
  readonly most: number;
  readonly principal: Principal;
  readonly address: string;
}

type Release = () => void;
const nothing: Release = () => undefined;

/** One budget of memory for the bodies that are being read, in all and for each account and network address. */
export class BodyBudget {
  private readonly budgets: BodyBudgets;
  private readonly held = new Map<string, number>();

  constructor(budgets: BodyBudgets) {
    this.budgets = budgets;
  }

  /**
   * Takes what the body may come to hold, before a byte is read; the answer gives it back. Of an account or an address one
   * body may always come, whatever its size: that is what its route limits. Throws `TooManyBodies` or `NoRoomForBody`.
   */
  take(ctx: Context, { most, principal, address }: Sender): Release {
    const bytes = sizeOf(ctx, most);
    if (bytes <= SMALL_BYTES) return nothing;
    const owners = this.ownersOf(principal, address);
    for (const [owner, budget] of owners) {
      const held = this.held.get(owner) ?? 0;
      if (held > 0 && held + bytes > budget) throw new TooManyBodies();
    }
    if ((this.held.get(ALL) ?? 0) + bytes > this.budgets.process) throw new NoRoomForBody();
    const names = [ALL, ...owners.map(([owner]) => owner)];
    for (const name of names) this.add(name, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) for (const name of names) this.add(name, -bytes);
      isHeld = false;
    };
  }

  private ownersOf(principal: Principal, address: string): (readonly [string, number])[] {
    const { account, address: ofAddress, unverified } = this.budgets;
    if (principal.kind !== 'user') return [[`unverified at ${address}`, unverified]];
    const { user } = principal;
    if (isVerified(user))
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
    const held = (this.held.get(name) ?? 0) + bytes;
    if (held > 0) this.held.set(name, held);
    else this.held.delete(name);
  }
}

/** What it says of its length, unless it is packed or says nothing: then all that its reader takes. */
const sizeOf = (ctx: Context, most: number): number => {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  if (length === undefined) return ctx.req.headers['transfer-encoding'] === undefined ? 0 : most;
  return encoding === 'identity' ? Math.min(Number(length), most) : most;
};
