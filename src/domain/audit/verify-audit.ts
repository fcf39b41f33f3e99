import type { AuditChain } from './chain.ts';
import { type AuditEntry, type ChainEnd, EMPTY_CHAIN } from './entry.ts';
import type { AuditStore } from './ports.ts';
import { parseSweep } from './retention.ts';

const BATCH_SIZE = 500;
/** Entries may be removed by their age during a walk, which then starts again. */
const MAX_WALKS = 3;

export type AuditFault =
  /** Entries are missing before this one. */
  | 'gap'
  /** The entry, or the one before it, was changed. */
  | 'hash'
  /** The entry was not written by a holder of the server's secret. */
  | 'seal'
  /** The newest entries are missing, or are not those that were noted. */
  | 'head'
  /** The oldest entries were removed, and not by their age. */
  | 'anchor';

export interface AuditVerdict {
  /** How many entries are in order. */
  readonly checked: number;
  readonly first: number | null;
  /** The newest entry in order; noted elsewhere, it proves later that nothing before it was removed. */
  readonly head: ChainEnd;
  /** The first place where the chain does not hold; null: it holds. */
  readonly fault: { readonly sequence: number; readonly kind: AuditFault } | null;
}

interface Walk {
  readonly anchor: ChainEnd;
  readonly noted: ChainEnd | undefined;
  previous: ChainEnd;
  checked: number;
  /** What the newest entry about a removal says was removed. */
  removed: ChainEnd;
  /** The first entry since the last good seal whose secret is not this server's. */
  unsealed: number | null;
}

const isSame = (one: ChainEnd, other: ChainEnd): boolean => one.sequence === other.sequence && one.hash === other.hash;

/** Walks the chain from its oldest entry to its newest and finds the first place where it does not hold. */
export class VerifyAudit {
  constructor(
    private readonly store: AuditStore,
    private readonly chain: AuditChain,
  ) {}

  /**
   * `noted`: an end of the chain that was written down elsewhere; its entry must be there, or have been removed by age.
   */
  async execute(noted?: ChainEnd): Promise<AuditVerdict> {
    for (let attempt = 1; ; attempt += 1) {
      const anchor = await this.anchor();
      const walk: Walk = { anchor, noted, previous: anchor, checked: 0, removed: EMPTY_CHAIN, unsealed: null };
      const fault = (await this.walk(walk)) ?? (await this.checkEnds(walk));
      if (attempt === MAX_WALKS || isSame(anchor, await this.anchor()))
        return {
          checked: walk.checked,
          first: walk.checked > 0 ? anchor.sequence + 1 : null,
          head: walk.previous,
          fault,
        };
    }
  }

  /** Whether the present secret seals the newest entry, and with it all before it. */
  async isSealed(): Promise<boolean> {
    const { head } = await this.store.ends();
    const [newest] = head ? await this.store.listAfter(head.sequence - 1, 1) : [];
    return newest === undefined || newest.sealKey === this.chain.sealKey;
  }

  private async anchor(): Promise<ChainEnd> {
    return (await this.store.ends()).anchor ?? EMPTY_CHAIN;
  }

  private async walk(walk: Walk): Promise<AuditVerdict['fault']> {
    for (;;) {
      const entries = await this.store.listAfter(walk.previous.sequence, BATCH_SIZE);
      for (const entry of entries) {
        const kind = this.check(entry, walk);
        if (kind) return { sequence: entry.sequence, kind };
        walk.previous = { sequence: entry.sequence, hash: entry.hash };
        walk.checked += 1;
        walk.removed = parseSweep(entry) ?? walk.removed;
      }
      if (entries.length < BATCH_SIZE) return null;
    }
  }

  private check(entry: AuditEntry, walk: Walk): AuditFault | undefined {
    const { sequence, hash } = entry;
    if (sequence !== walk.previous.sequence + 1) return 'gap';
    if (hash !== this.chain.hash(entry, sequence, walk.previous.hash)) return 'hash';
    if (walk.noted?.sequence === sequence && walk.noted.hash !== hash) return 'head';
    const expected = this.chain.seal(entry);
    // Of an earlier secret: a later entry with the present one covers it, because the hashes depend on each other.
    if (entry.sealKey !== expected.sealKey) walk.unsealed ??= sequence;
    else if (entry.seal !== expected.seal) return 'seal';
    else walk.unsealed = null;
    return undefined;
  }

  private async checkEnds(walk: Walk): Promise<AuditVerdict['fault']> {
    const { previous, removed, anchor, unsealed, noted } = walk;
    if (unsealed !== null) return { sequence: unsealed, kind: 'seal' };
    if (!isSame(removed, anchor)) return { sequence: anchor.sequence + 1, kind: 'anchor' };
    const isNotedLost = noted !== undefined && noted.sequence > previous.sequence;
    return isNotedLost || (await this.isHeadLost(previous)) ? { sequence: previous.sequence + 1, kind: 'head' } : null;
  }

  /** More entries may have come meanwhile, but none may have gone. */
  private async isHeadLost(previous: ChainEnd): Promise<boolean> {
    const head = (await this.store.ends()).head ?? EMPTY_CHAIN;
    if (head.sequence <= previous.sequence) return !isSame(head, previous);
    return (await this.store.listAfter(previous.sequence, 1)).length === 0;
  }
}
