import type { User } from '../user.ts';

export interface AdminAccount {
  readonly user: User;
  /** They want the weekly mail. */
  readonly wantsUsage: boolean;
  /** When they were sent the last one; null: never. */
  readonly sentAt: number | null;
}

/** The admins as readers of mails about the server. */
export abstract class AdminMails {
  /** Those who are not suspended. */
  abstract list(): Promise<readonly AdminAccount[]>;
  abstract wantsUsage(uid: string): Promise<boolean>;
  abstract setWantsUsage(uid: string, wantsUsage: boolean): Promise<void>;
  /** Sets `sentAt`. True for exactly one caller, and only if nothing was sent since `since`. */
  abstract claim(uid: string, at: number, since: number): Promise<boolean>;
  /** Undoes `claim` after a failure. */
  abstract release(uid: string, at: number): Promise<void>;
}
