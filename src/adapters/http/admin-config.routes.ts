import * as contract from '../../contract/admin-config.ts';
import * as history from '../../contract/config-history.ts';
import * as models from '../../contract/models.ts';
import { type Author, type ChangeConfig, requireReason } from '../../domain/admin/change-config.ts';
import { mergedRates } from '../../domain/admin/merge-rates.ts';
import type { Change, ConfigName } from '../../domain/admin/ports.ts';
import { remarked } from '../../domain/admin/primaries.ts';
import type { ConfigNow, ReadConfig } from '../../domain/admin/read-config.ts';
import type { StorageLimits } from '../../domain/files/ports.ts';
import type { Mount } from './mount.ts';
import { done, iso } from './present.ts';
import { type Person, tierOf } from './principal.ts';

export interface AdminConfigUses {
  readonly readConfig: ReadConfig;
  readonly changeConfig: ChangeConfig;
}

interface Told {
  readonly reason?: string | undefined;
  readonly version?: number | undefined;
}

const authorOf = ({ user: { uid, name } }: Person, { reason = '', version }: Told): Author => ({
  admin: { uid, name },
  reason,
  seen: version,
});

/** For the calls that refuse to go without a reason. */
const answerable = (person: Person, told: Told): Author => ({
  ...authorOf(person, told),
  reason: requireReason(told.reason),
});

const metaOf = ({ version, updatedAt, updatedBy, reason }: ConfigNow<ConfigName>) => ({
  version,
  updatedBy,
  reason,
  lastUpdated: updatedAt === null ? null : iso(updatedAt),
});

/** What admins set. */
export const adminConfigRoutes = (mount: Mount, use: AdminConfigUses): void => {
  rateRoutes(mount, use);
  agentRoutes(mount, use);
  freemiumRoutes(mount, use);
  modelRoutes(mount, use);
  visionRoutes(mount, use);
  fileRoutes(mount, use);
  versionRoutes(mount, use);
};

const rateRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const told = async () => {
    const now = await readConfig.now('rate-limits');
    return { config: { ...now.document, ...metaOf(now) }, origins: { ...now.origins } };
  };
  mount(contract.readRateLimits, told);
  mount(contract.saveRateLimits, async ({ principal, body: { updates, reason, version = updates.version } }) => {
    await changeConfig.save('rate-limits', answerable(principal, { reason, version }), (now) =>
      mergedRates(now, updates),
    );
    return told();
  });
};

const agentRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const told = async () => {
    const now = await readConfig.now('agents');
    return { ...now.document, _metadata: metaOf(now), origins: { ...now.origins } };
  };
  mount(contract.readAgents, told);
  mount(contract.saveAgents, async ({ principal, body }) => {
    const { _metadata: seen, origins: _, ...config } = body.config;
    const author = answerable(principal, { reason: body.reason, version: body.version ?? seen?.version });
    await changeConfig.save('agents', author, () => config);
    return { ...done, config: await told() };
  });
};

const freemiumRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const told = async () => {
    const now = await readConfig.now('freemium');
    return { config: { ...now.document }, ...metaOf(now), origins: { ...now.origins } };
  };
  mount(contract.readFreemium, told);
  mount(contract.saveFreemium, async ({ principal, body: { config, ...why } }) => {
    await changeConfig.save('freemium', answerable(principal, why), () => config);
    return told();
  });
};

const modelRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const told = async () => {
    const now = await readConfig.now('model-config');
    return { ...now.document, ...metaOf(now), origins: { ...now.origins } };
  };
  mount(models.readModelConfig, async ({ principal }) => {
    const config = await told();
    if (principal.user.isAdmin) return config;
    const own = tierOf(principal);
    return { tiers: { [own]: config.tiers[own] }, lastUpdated: config.lastUpdated, version: config.version };
  });
  mount(models.saveModelConfig, async ({ principal, body: { tiers, ...why } }) => {
    const wished = { tiers };
    await changeConfig.save('model-config', authorOf(principal, why), (now, seen) =>
      seen ? remarked(wished, seen, now) : wished,
    );
    return { ...done, config: await told() };
  });
};

const visionRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const told = async () => {
    const now = await readConfig.now('vision');
    return { ...now.document, ...metaOf(now), origins: { ...now.origins } };
  };
  mount(contract.readVision, told);
  mount(contract.saveVision, async ({ principal, body: { enabled, model, rateLimits, ...why } }) => {
    await changeConfig.save('vision', authorOf(principal, why), () => ({ enabled, model, rateLimits }));
    return { ...done, config: await told() };
  });
};

const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;

const fileRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  const limits = async () => {
    const now = await readConfig.now('storage-limits');
    return { ...now.document, ...metaOf(now), origins: { ...now.origins } };
  };
  const ttl = async () => {
    const now = await readConfig.now('file-ttl');
    const { ttlHours } = now.document.chatFiles;
    const chatFiles = { ttlHours, ttlSeconds: ttlHours * HOUR_SECONDS, ttlDays: ttlHours / DAY_HOURS };
    return { chatFiles, ...metaOf(now), origins: { ...now.origins } };
  };
  mount(contract.readStorageLimits, limits);
  mount(contract.saveStorageLimits, async ({ principal, body: { tiers, maxFilesPerMessage, chats, ...why } }) => {
    const next = (now: StorageLimits): StorageLimits => ({ tiers, maxFilesPerMessage, chats: chats ?? now.chats });
    await changeConfig.save('storage-limits', authorOf(principal, why), next);
    return { ...done, config: await limits() };
  });
  mount(contract.readFileTtl, ttl);
  mount(contract.saveFileTtl, async ({ principal, body: { chatFiles, ...why } }) => {
    await changeConfig.save('file-ttl', authorOf(principal, why), () => ({
      chatFiles: { ttlHours: chatFiles.ttlHours },
    }));
    return { ...done, ...(await ttl()) };
  });
};

const presentChange = ({ path, from = null, to = null }: Change) => ({ path: [...path], from, to });

const versionRoutes = (mount: Mount, { readConfig, changeConfig }: AdminConfigUses): void => {
  mount(history.configVersions, async ({ params, query }) => ({
    versions: (await readConfig.versions(params.name, query)).map(({ version, by, at, reason, restored, changes }) => ({
      version,
      by: by.uid,
      byName: by.name,
      at: iso(at),
      reason,
      restored,
      changes: changes.map(presentChange),
    })),
  }));
  mount(history.undoConfig, async ({ principal, params: { name }, body: { version, current, reason } }) => {
    const author = authorOf(principal, { reason: reason || `Back to version ${version}`, version: current });
    return { ...done, version: await changeConfig.undo(name, author, version) };
  });
};
