import type { SettingsName } from '../../shared/settings/documents.ts';
import type { OverrideType } from '../../shared/tiers.ts';
import type { Json } from '../kernel/json.ts';

/** An admin as others are told of them. */
export interface Admin {
  readonly uid: string;
  readonly name: string;
}

/** One value that changed; undefined where there was none before or is none now. */
export interface Change {
  readonly path: readonly string[];
  readonly from?: Json;
  readonly to?: Json;
}

export interface ConfigEntry {
  /** 1 for the first change; each other one follows the one before. */
  readonly version: number;
  readonly by: Admin;
  readonly at: number;
  readonly reason: string;
  /** The version that was brought back, if it was an undo. */
  readonly restored: number | null;
  /** Nobody saved this document: it follows a change of the same admin to another one. */
  readonly follows: boolean;
  readonly changes: readonly Change[];
}

export interface ConfigVersion extends ConfigEntry {
  /** As it was saved: an earlier version of the product may have known less of it. */
  readonly document: unknown;
}

/** Every version of everything that admins set. Versions are only ever added. */
export abstract class ConfigStore {
  abstract newest(name: SettingsName): Promise<ConfigVersion | undefined>;
  abstract find(name: SettingsName, version: number): Promise<ConfigVersion | undefined>;
  /** Newest first; only those below `before` when given. */
  abstract list(
    name: SettingsName,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]>;
  /** False when there is such a version already; of two at once the second waits for the first one's transaction. */
  abstract add(name: SettingsName, version: ConfigVersion): Promise<boolean>;
}

export interface Override {
  readonly type: OverrideType;
  readonly expiresAt: number;
}

/** What admins act as for the time being. Ends with the session that it was switched on in. */
export abstract class AdminOverrides {
  abstract find(uid: string, now: number): Promise<Override | undefined>;
  /** Replaces the one before. */
  abstract set(uid: string, tokenDigest: string, override: Override): Promise<void>;
  abstract clear(uid: string): Promise<void>;
}
