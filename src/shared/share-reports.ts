/** Why somebody reports a shared page. */
export const REPORT_REASONS = ['illegal', 'abuse', 'privacy', 'copyright', 'deception', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const MAX_REPORT_TEXT = 1000;

/** Which shared links the admin's list shows. */
export const SHARE_FILTERS = ['all', 'reported', 'taken-down'] as const;
export type ShareFilter = (typeof SHARE_FILTERS)[number];

/** What an admin decides about a shared link. `dismiss`: the reports are unfounded. */
export const SHARE_DECISIONS = ['take-down', 'restore', 'dismiss'] as const;
export type ShareDecision = (typeof SHARE_DECISIONS)[number];
