import * as contract from '../../../contract/admin-config.ts';
import * as history from '../../../contract/config-history.ts';
import * as models from '../../../contract/models.ts';
import type { Author, ChangeConfig } from '../../../domain/admin/change-config.ts';
import { requireReason } from '../../../domain/kernel/reason.ts';
import { mergeRates } from '../../../domain/admin/merge-rates.ts';
import type { Change, ConfigName } from '../../../domain/admin/ports.ts';
import { rebasePrimaries } from '../../../domain/admin/primary-models.ts';
import type { CurrentConfig, GetConfig } from '../../../domain/admin/get-config.ts';
import type { StorageLimits } from '../../../domain/files/ports.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { type UserPrincipal, effectiveTier } from '../authenticator.ts';

export interface AdminConfigHandlers {
  readonly getConfig: GetConfig;
  readonly changeConfig: ChangeConfig;
}

interface ChangeNote {
  readonly reason?: string | undefined;
  readonly version?: number | undefined;
}

const toAuthor = ({ user: { uid, name } }: UserPrincipal, { reason = '', version }: ChangeNote): Author => ({
  admin: { uid, name },
  reason,
  seenVersion: version,
});

/** For calls that require a reason. */
const toAuthorWithReason = (person: UserPrincipal, note: ChangeNote): Author => ({
  ...toAuthor(person, note),
  reason: requireReason(note.reason),
});

const toMetadata = ({ version, updatedAt, updatedBy, reason }: CurrentConfig<ConfigName>) => ({
  version,
  updatedBy,
  reason,
  lastUpdated: updatedAt === null ? null : toIso(updatedAt),
});

/** Admin settings. */
export const adminConfigRoutes = (mount: Mount, handlers: AdminConfigHandlers): void => {
  rateRoutes(mount, handlers);
  agentRoutes(mount, handlers);
  freemiumRoutes(mount, handlers);
  modelRoutes(mount, handlers);
  visionRoutes(mount, handlers);
  fileRoutes(mount, handlers);
  versionRoutes(mount, handlers);
};

const rateRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const currentConfig = async () => {
    const now = await getConfig.getCurrent('rate-limits');
    return { config: { ...now.document, ...toMetadata(now) }, origins: { ...now.origins } };
  };
  mount(contract.getRateLimits, currentConfig);
  mount(contract.saveRateLimits, async ({ principal, body: { updates, reason, version = updates.version } }) => {
    await changeConfig.save('rate-limits', toAuthorWithReason(principal, { reason, version }), (now) =>
      mergeRates(now, updates),
    );
    return currentConfig();
  });
};

const agentRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const currentConfig = async () => {
    const now = await getConfig.getCurrent('agents');
    return { ...now.document, _metadata: toMetadata(now), origins: { ...now.origins } };
  };
  mount(contract.getAgents, currentConfig);
  mount(contract.saveAgents, async ({ principal, body }) => {
    const { _metadata: seen, origins: _, ...config } = body.config;
    const author = toAuthorWithReason(principal, { reason: body.reason, version: body.version ?? seen?.version });
    await changeConfig.save('agents', author, () => config);
    return { ...SUCCESS, config: await currentConfig() };
  });
};

const freemiumRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const currentConfig = async () => {
    const now = await getConfig.getCurrent('freemium');
    return { config: { ...now.document }, ...toMetadata(now), origins: { ...now.origins } };
  };
  mount(contract.getFreemium, currentConfig);
  mount(contract.saveFreemium, async ({ principal, body: { config, ...note } }) => {
    await changeConfig.save('freemium', toAuthorWithReason(principal, note), () => config);
    return currentConfig();
  });
};

const modelRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const currentConfig = async () => {
    const now = await getConfig.getCurrent('model-config');
    return { ...now.document, ...toMetadata(now), origins: { ...now.origins } };
  };
  mount(models.getModelConfig, async ({ principal }) => {
    const config = await currentConfig();
    if (principal.user.isAdmin) return config;
    const own = effectiveTier(principal);
    return { tiers: { [own]: config.tiers[own] }, lastUpdated: config.lastUpdated, version: config.version };
  });
  mount(models.saveModelConfig, async ({ principal, body: { tiers, ...note } }) => {
    const requested = { tiers };
    await changeConfig.save('model-config', toAuthor(principal, note), (now, seen) =>
      seen ? rebasePrimaries(requested, seen, now) : requested,
    );
    return { ...SUCCESS, config: await currentConfig() };
  });
};

const visionRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const currentConfig = async () => {
    const now = await getConfig.getCurrent('vision');
    return { ...now.document, ...toMetadata(now), origins: { ...now.origins } };
  };
  mount(contract.getVision, currentConfig);
  mount(contract.saveVision, async ({ principal, body: { enabled, model, rateLimits, ...note } }) => {
    await changeConfig.save('vision', toAuthor(principal, note), () => ({ enabled, model, rateLimits }));
    return { ...SUCCESS, config: await currentConfig() };
  });
};

const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;

const fileRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  const getLimits = async () => {
    const now = await getConfig.getCurrent('storage-limits');
    return { ...now.document, ...toMetadata(now), origins: { ...now.origins } };
  };
  const getTtl = async () => {
    const now = await getConfig.getCurrent('file-ttl');
    const { ttlHours } = now.document.chatFiles;
    const chatFiles = { ttlHours, ttlSeconds: ttlHours * HOUR_SECONDS, ttlDays: ttlHours / DAY_HOURS };
    return { chatFiles, ...toMetadata(now), origins: { ...now.origins } };
  };
  mount(contract.getStorageLimits, getLimits);
  mount(contract.saveStorageLimits, async ({ principal, body: { tiers, maxFilesPerMessage, chats, ...note } }) => {
    const next = (now: StorageLimits): StorageLimits => ({ tiers, maxFilesPerMessage, chats: chats ?? now.chats });
    await changeConfig.save('storage-limits', toAuthor(principal, note), next);
    return { ...SUCCESS, config: await getLimits() };
  });
  mount(contract.getFileTtl, getTtl);
  mount(contract.saveFileTtl, async ({ principal, body: { chatFiles, ...note } }) => {
    await changeConfig.save('file-ttl', toAuthor(principal, note), () => ({
      chatFiles: { ttlHours: chatFiles.ttlHours },
    }));
    return { ...SUCCESS, ...(await getTtl()) };
  });
};

const presentChange = ({ path, from = null, to = null }: Change) => ({ path: [...path], from, to });

const versionRoutes = (mount: Mount, { getConfig, changeConfig }: AdminConfigHandlers): void => {
  mount(history.configVersions, async ({ params, query }) => ({
    versions: (await getConfig.listVersions(params.name, query)).map(
      ({ version, by, at, reason, restored, changes }) => ({
        version,
        by: by.uid,
        byName: by.name,
        at: toIso(at),
        reason,
        restored,
        changes: changes.map(presentChange),
      }),
    ),
  }));
  mount(history.undoConfig, async ({ principal, params: { name }, body: { version, current, reason } }) => {
    const author = toAuthor(principal, { reason: reason || `Back to version ${version}`, version: current });
    return { ...SUCCESS, version: await changeConfig.restore(name, author, version) };
  });
};
