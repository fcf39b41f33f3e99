import type { z } from 'zod';

import { agentConfig } from './agents.ts';
import { audit } from './audit.ts';
import { fileTtl, visibleFileTtl } from './file-ttl.ts';
import { freemium } from './freemium.ts';
import { notices } from './notices.ts';
import { modelConfig, visibleModelConfig } from './model-config.ts';
import { rateLimits } from './rate-limits.ts';
import { registration } from './registration.ts';
import { secondFactor } from './second-factor.ts';
import { storageLimits } from './storage-limits.ts';
import { toolSettings } from './tools.ts';
import { usageMail } from './usage-mail.ts';
import { vision } from './vision.ts';

/** The settings documents by name, as stored. */
export const SETTINGS_SCHEMAS = {
  'rate-limits': rateLimits,
  'model-config': modelConfig,
  agents: agentConfig,
  freemium,
  vision,
  'storage-limits': storageLimits,
  'file-ttl': fileTtl,
  registration,
  'second-factor': secondFactor,
  audit,
  notices,
  'usage-mail': usageMail,
  tools: toolSettings,
} as const;

/** As admins see and save them. */
export const VISIBLE_SCHEMAS = {
  ...SETTINGS_SCHEMAS,
  'model-config': visibleModelConfig,
  'file-ttl': visibleFileTtl,
} as const;

export type SettingsName = keyof typeof SETTINGS_SCHEMAS;
export type SettingsDocuments = { readonly [N in SettingsName]: z.output<(typeof SETTINGS_SCHEMAS)[N]> };
export type VisibleDocuments = { readonly [N in SettingsName]: z.output<(typeof VISIBLE_SCHEMAS)[N]> };

export const SETTINGS_NAMES = [
  'rate-limits',
  'model-config',
  'agents',
  'freemium',
  'vision',
  'storage-limits',
  'file-ttl',
  'registration',
  'second-factor',
  'audit',
  'notices',
  'usage-mail',
  'tools',
] as const satisfies readonly SettingsName[];

/** They decide who gets in and what is recorded: a change needs a fresh proof of identity. */
export const PROTECTED_SETTINGS: readonly SettingsName[] = ['registration', 'second-factor', 'audit'];
