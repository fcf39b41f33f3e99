export const FINAL_STATUSES = ['complete', 'stopped', 'interrupted', 'error'] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** `streaming` only while a living process writes it. */
export const MESSAGE_STATUSES = ['streaming', ...FINAL_STATUSES] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
