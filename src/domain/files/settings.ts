import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_FILE_TTL, fileTtl } from '../../shared/settings/file-ttl.ts';
import { DEFAULT_STORAGE_LIMITS, storageLimits } from '../../shared/settings/storage-limits.ts';
import { DEFAULT_VISION, vision } from '../../shared/settings/vision.ts';

/** Apply to new uploads only. */
export const STORAGE_LIMITS = defineSettings({
  name: 'storage-limits',
  schema: storageLimits,
  defaults: () => DEFAULT_STORAGE_LIMITS,
});

/** Applies to new uploads only. */
export const FILE_TTL = defineSettings({ name: 'file-ttl', schema: fileTtl, defaults: () => DEFAULT_FILE_TTL });

export const VISION = defineSettings({
  name: 'vision',
  schema: vision,
  defaults: (installation) => ({ ...DEFAULT_VISION, model: installation.vision }),
  environment: { VISION_MODEL: ['model'] },
});
