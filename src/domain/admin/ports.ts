import type { SettingsName } from '../../shared/settings/documents.ts';
import type { OverrideType } from '../../shared/tiers.ts';
import type { Json } from '../kernel/json.ts';

export interface Admin {
  readonly uid: string;
  readonly name: string;
}

/** A changed value; undefined when absent before or after. */
export interface Change {
  readonly path: readonly string[];
  readonly from?: Json;
  readonly to?: Json;
}

export interface ConfigEntry {
  /** Consecutive, from 1. */
  readonly version: number;
  readonly by: Admin;
  readonly at: number;
  readonly reason: string;
  /** The restored version, if any. */
  readonly restored: number | null;
  /** Saved automatically, after a change of the same admin to another document. */
  readonly follows: boolean;
  readonly changes: readonly Change[];
}

export interface ConfigVersion extends ConfigEntry {
  /** As saved, possibly by an earlier version of the product. */
  readonly document: unknown;
}

/** All versions of all settings. Append-only. */
export abstract class ConfigStore {
  abstract newest(name: SettingsName): Promise<ConfigVersion | undefined>;
  abstract find(name: SettingsName, version: number): Promise<ConfigVersion | undefined>;
  /** Newest first; only those below `before` when given. */
  abstract list(
    name: SettingsName,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]>;
  /** False when the version exists already. A parallel call waits for the first one's transaction. */
  abstract add(name: SettingsName, version: ConfigVersion): Promise<boolean>;
}

export interface Override {
  readonly type: OverrideType;
  readonly expiresAt: number;
}

/** Admins' overrides. An override ends with the session that started it. */
export abstract class AdminOverrides {
  abstract find(uid: string, now: number): Promise<Override | undefined>;
  /** Replaces an earlier one. */
  abstract set(uid: string, tokenDigest: string, override: Override): Promise<void>;
  abstract clear(uid: string): Promise<void>;
}

/** What an admin set up that must not outlive the role. */
export abstract class AdminPowers {
  /** Call it in the transaction that ends the role. */
  abstract clear(uid: string): Promise<void>;
}
