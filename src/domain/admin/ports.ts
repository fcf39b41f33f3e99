import type { OverrideType } from '../../shared/tiers.ts';
import type { AgentConfig } from '../agents/ports.ts';
import type { ModelConfig, RateLimits } from '../billing/ports.ts';
import type { FileTtl, StorageLimits, VisionConfig } from '../files/ports.ts';
import type { Json } from '../kernel/json.ts';
import type { TrialConfig } from '../trial/ports.ts';

/** What admins configure: one document under each name. */
export interface ConfigDocuments {
  readonly 'rate-limits': RateLimits;
  readonly 'model-config': ModelConfig;
  readonly agents: AgentConfig;
  readonly freemium: TrialConfig;
  readonly vision: VisionConfig;
  readonly 'storage-limits': StorageLimits;
  readonly 'file-ttl': FileTtl;
}

export type ConfigName = keyof ConfigDocuments;

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

export interface ConfigVersion<N extends ConfigName> extends ConfigEntry {
  readonly document: ConfigDocuments[N];
}

/** Every version of every configuration. Versions are only ever added. */
export abstract class ConfigStore {
  abstract newest<N extends ConfigName>(name: N): Promise<ConfigVersion<N> | undefined>;
  abstract find<N extends ConfigName>(name: N, version: number): Promise<ConfigVersion<N> | undefined>;
  /** Newest first; only those below `before` when given. */
  abstract list(
    name: ConfigName,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly ConfigEntry[]>;
  /** False when there is such a version already; of two at once the second waits for the first one's transaction. */
  abstract add<N extends ConfigName>(name: N, version: ConfigVersion<N>): Promise<boolean>;
}

/** One document as the part of the product that lives by it reads and takes it. */
export interface ConfigSource<T> {
  /** What stands before any change. */
  readonly defaults: T;
  /** Paths of `base` that the environment sets, joined by dots. */
  readonly environment: readonly string[];
  current(): Promise<T>;
  /** In the transaction of the caller. Acts within two seconds in every process. */
  change(document: T): Promise<void>;
  /** The document as admins see it, where versions remember more. */
  toVisible?(document: T): T;
  /** What an admin saved, with what the version before remembers of the parts that they left alone. */
  restoreHidden?(saved: T, before: T): T;
}

export type ConfigSources = { readonly [N in ConfigName]: ConfigSource<ConfigDocuments[N]> };

/** The documents by name. */
export abstract class Configurations {
  abstract readonly sources: ConfigSources;
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
