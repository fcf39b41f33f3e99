import { z } from 'zod';

import { byTier } from './fields.ts';

/** Tools of servers of the Model Context Protocol. */
export const toolSettings = z.strictObject({
  enabled: z.boolean(),
  /** Plans whose accounts may add servers of their own. */
  ownServers: byTier(z.boolean()),
  /** Per reply; all tools count. */
  maxCalls: z.number().int().min(1).max(100),
  /** Of one call. */
  callTimeoutSeconds: z.number().int().min(5).max(600),
});

export type ToolSettings = z.output<typeof toolSettings>;

/** Before an admin changes them. */
export const DEFAULT_TOOL_SETTINGS: ToolSettings = {
  enabled: true,
  ownServers: { free: false, basic: false, premium: false },
  maxCalls: 24,
  callTimeoutSeconds: 60,
};
