import { randomBytes } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { PasswordHashingBusy } from '../../domain/accounts/errors.ts';
import { Passwords } from '../../domain/accounts/ports.ts';
import { FairSemaphore, QueueFull } from '../../platform/semaphore.ts';

/** OWASP's smallest argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Concurrent hashes; each takes a core for 50 ms or more. */
const MAX_CONCURRENT = 2;
/** Queue length: a few seconds' worth. Beyond it requests are refused with Retry-After. */
const MAX_QUEUED = 60;
const LIMITS = { permits: MAX_CONCURRENT, maxQueued: MAX_QUEUED, maxQueuedPerOwner: MAX_QUEUED };
const RETRY_AFTER_MS = 3000;

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Random bytes in the form of a hash: checking a password against them takes as long, and making them nothing. */
const createDecoy = ({ memoryCost, timeCost, parallelism }: typeof ARGON2_COST): string => {
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${encode(randomBytes(16))}$${encode(randomBytes(32))}`;
};

/** argon2id (the library's default). An unknown account is checked against a decoy hash. */
export class Argon2Passwords extends Passwords {
  private readonly decoy = createDecoy(ARGON2_COST);
  private readonly semaphore = new FairSemaphore(LIMITS);

  hash(password: string): Promise<string> {
    return this.withPermit(() => hash(password, ARGON2_COST));
  }

  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const isMatch = await this.withPermit(() => verify(stored ?? this.decoy, password));
    return isMatch && stored !== undefined;
  }

  /** Throws `PasswordHashingBusy` when the queue is full. */
  private async withPermit<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.semaphore.run(undefined, undefined, work);
    } catch (error) {
      throw error instanceof QueueFull ? new PasswordHashingBusy(RETRY_AFTER_MS) : error;
    }
  }
}
