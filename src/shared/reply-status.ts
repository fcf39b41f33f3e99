export const FINAL_STATUSES = ['complete', 'stopped', 'interrupted', 'error'] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** The code of a reply that the model did not end by itself. */
export const CUT_CODE = 'MODEL_CONFIG_ERROR';

/** What cut a reply: its `length`, or content rules of the provider, which `filtered` it. Undefined: nothing. */
export const cutOf = ({
  status,
  errorCode,
}: {
  readonly status: MessageStatus;
  readonly errorCode: string | null;
}): 'length' | 'filtered' | undefined => {
  if (errorCode !== CUT_CODE) return undefined;
  if (status === 'interrupted') return 'filtered';
  return status === 'complete' ? 'length' : undefined;
};

/** `streaming` only while a living process writes it. */
export const MESSAGE_STATUSES = ['streaming', ...FINAL_STATUSES] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
