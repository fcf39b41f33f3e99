import { hash, verify } from '@node-rs/argon2';

import { TooManyPasswords } from '../../domain/accounts/errors.ts';
import { Passwords } from '../../domain/accounts/ports.ts';

/** OWASP's smallest argon2id setting: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashed at once; each takes a core for a twentieth of a second or more. */
const AT_ONCE = 2;
/** Waiting besides: a few seconds' worth. Whoever comes then is told when to come back. */
const MAX_WAITING = 60;
const RETRY_AFTER_MS = 3000;

/** Lets so many works run at once and so many wait; more are refused. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly limits: { readonly atOnce: number; readonly waiting: number };

  constructor(limits: { readonly atOnce: number; readonly waiting: number }) {
    this.limits = limits;
  }

  /** Throws `TooManyPasswords` when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.limits.atOnce) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.limits.waiting) throw new TooManyPasswords(RETRY_AFTER_MS);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The place goes to who waits longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

/** argon2id (the library's default). An unknown account is checked against a hash of nothing that anybody knows. */
export class Argon2Passwords extends Passwords {
  private readonly decoy: Promise<string>;
  private readonly queue = new WorkQueue({ atOnce: AT_ONCE, waiting: MAX_WAITING });

  /** `unguessable` is what the decoy hash is made of. */
  constructor(unguessable: string) {
    super();
    this.decoy = hash(unguessable, COST);
  }

  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, COST));
  }

  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const expected = stored ?? (await this.decoy);
    const right = await this.queue.run(() => verify(expected, password));
    return right && stored !== undefined;
  }
}
