import type { VisibleDocuments } from './settings/documents.ts';

/** Who an installation is for, as its owner chooses. */
export const PURPOSES = ['me', 'team', 'customers'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The steps of the owner's guide. */
export const SETUP_STEPS = ['purpose', 'model', 'mail'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

interface PurposeSettings {
  readonly registration: Pick<VisibleDocuments['registration'], 'mode' | 'domains'>;
  readonly freemium: Pick<VisibleDocuments['freemium'], 'freemiumUnauth'>;
  readonly 'rate-limits': {
    readonly features: Pick<VisibleDocuments['rate-limits']['features'], 'enableDailyLimits'>;
  };
  readonly agents: Pick<VisibleDocuments['agents'], 'premiumOnly' | 'maxAgentRequests'>;
}

const WITHOUT_LIMITS = {
  freemium: { freemiumUnauth: false },
  'rate-limits': { features: { enableDailyLimits: false } },
  agents: { premiumOnly: false, maxAgentRequests: { free: -1, basic: -1, premium: -1 } },
};

/** Where anybody can register, strangers can use up the owner's model. */
const OPEN_TEAM = {
  freemium: { freemiumUnauth: false },
  'rate-limits': { features: { enableDailyLimits: true } },
  agents: { premiumOnly: false, maxAgentRequests: { free: 5, basic: 5, premium: -1 } },
};

/**
 * What each choice sets; all of it can be changed by itself later. `domains` are the owner's, for a team: without any,
 * limits stay.
 */
export const purposeSettings = (purpose: Purpose, domains: readonly string[]): PurposeSettings => {
  switch (purpose) {
    case 'me':
      return { ...WITHOUT_LIMITS, registration: { mode: 'closed', domains: [] } };
    case 'team':
      return { ...(domains.length === 0 ? OPEN_TEAM : WITHOUT_LIMITS), registration: { mode: 'open', domains } };
    case 'customers':
      return {
        registration: { mode: 'open', domains: [] },
        freemium: { freemiumUnauth: true },
        'rate-limits': { features: { enableDailyLimits: true } },
        agents: { premiumOnly: true, maxAgentRequests: { free: 0, basic: 5, premium: -1 } },
      };
  }
};
