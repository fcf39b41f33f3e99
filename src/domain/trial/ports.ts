export type { TrialConfig } from '../../shared/settings/freemium.ts';
