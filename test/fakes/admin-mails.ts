import { type AdminAccount, AdminMails } from '../../src/domain/accounts/admin-mails/ports.ts';
import { type UsageReport, UsageReports } from '../../src/domain/operations/ports.ts';
import type { InMemoryUserRepository } from './accounts.ts';
import { Rows } from './kernel.ts';

interface Choice {
  readonly wantsUsage: boolean;
  readonly sentAt: number | null;
}

const UNCHOSEN: Choice = { wantsUsage: true, sentAt: null };

export class InMemoryAdminMails extends AdminMails {
  private readonly rows = new Rows<Choice>();

  constructor(private readonly users: InMemoryUserRepository) {
    super();
  }

  async list(): Promise<readonly AdminAccount[]> {
    return this.users
      .all()
      .filter(({ isAdmin, suspendedAt }) => isAdmin && suspendedAt === null)
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
      .map((user) => ({ user, ...this.of(user.uid) }));
  }

  async wantsUsage(uid: string): Promise<boolean> {
    return this.of(uid).wantsUsage;
  }

  async setWantsUsage(uid: string, wantsUsage: boolean): Promise<void> {
    this.rows.set(uid, { ...this.of(uid), wantsUsage });
  }

  async claim(uid: string, at: number, since: number): Promise<boolean> {
    const choice = this.of(uid);
    if (choice.sentAt !== null && choice.sentAt >= since) return false;
    this.rows.set(uid, { ...choice, sentAt: at });
    return true;
  }

  async release(uid: string, at: number): Promise<void> {
    const choice = this.of(uid);
    if (choice.sentAt === at) this.rows.set(uid, { ...choice, sentAt: null });
  }

  private of(uid: string): Choice {
    return this.rows.get(uid) ?? UNCHOSEN;
  }
}

const aWeek = (factor: number) => ({
  people: { all: 12 * factor, byTier: { free: 8 * factor, basic: 3 * factor, premium: factor } },
  newAccounts: 2 * factor,
  messages: 640 * factor,
  tokens: 1_250_000 * factor,
  costUsd: 3.42 * factor,
  errors: 4 * factor,
  limitHits: 9 * factor,
});

export const aReport = (more: Partial<UsageReport> = {}): UsageReport => ({
  from: '2026-01-08',
  to: '2026-01-14',
  week: aWeek(2),
  before: aWeek(1),
  models: [
    { model: 'groq/llama-4-scout', messages: 900, tokens: 2_000_000, costUsd: 6.5 },
    { model: 'local/<gemma>', messages: 380, tokens: 500_000, costUsd: null },
  ],
  storage: { files: 321, bytes: 1_500_000_000 },
  failingFiles: 0,
  backup: { at: Date.UTC(2026, 0, 15, 3), isFailed: false },
  waitingRequests: 0,
  ...more,
});

export class FixedUsageReports extends UsageReports {
  built = 0;

  async build(): Promise<UsageReport> {
    this.built += 1;
    return aReport();
  }
}
