import { hash, verify } from '@node-rs/argon2';

import { TooManyPasswords } from '../../domain/accounts/errors.ts';
import { Passwords } from '../../domain/accounts/ports.ts';
import { FairQueue, QueueFull } from '../../fair-queue.ts';

/** OWASP's smallest argon2id setting: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashed at once; each takes a core for a twentieth of a second or more. */
const AT_ONCE = 2;
/** Waiting besides: a few seconds' worth. Whoever comes then is told when to come back. */
const MAX_WAITING = 60;
const LIMITS = { places: AT_ONCE, waiting: MAX_WAITING, waitingOfOne: MAX_WAITING };
const RETRY_AFTER_MS = 3000;

/** argon2id (the library's default). An unknown account is checked against a hash of nothing that anybody knows. */
export class Argon2Passwords extends Passwords {
  private readonly decoy: Promise<string>;
  private readonly queue = new FairQueue(LIMITS);

  /** `unguessable` is what the decoy hash is made of. */
  constructor(unguessable: string) {
    super();
    this.decoy = hash(unguessable, COST);
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, COST));
  }

  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const expected = stored ?? (await this.decoy);
    const right = await this.inTurn(() => verify(expected, password));
    return right && stored !== undefined;
  }

  /** Throws `TooManyPasswords` when too many wait already. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.run(undefined, undefined, work);
    } catch (error) {
      throw error instanceof QueueFull ? new TooManyPasswords(RETRY_AFTER_MS) : error;
    }
  }
}
