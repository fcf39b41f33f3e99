import { z } from 'zod';

import { byTier, numberIn, type NumberRange } from './fields.ts';

export const MAX_CALLS_RANGE: NumberRange = { min: 1, max: 100, step: 1 };
export const CALL_SECONDS_RANGE: NumberRange = { min: 5, max: 600, step: 1 };

/** Tools of servers of the Model Context Protocol. */
export const toolSettings = z.strictObject({
  enabled: z.boolean().describe('Tools of servers may be used'),
  ownServers: byTier(z.boolean().describe('Its accounts may')).describe('Whose accounts may add servers of their own'),
  maxCalls: numberIn(MAX_CALLS_RANGE).describe('Calls of a reply; all tools count'),
  callTimeoutSeconds: numberIn(CALL_SECONDS_RANGE).describe('Seconds that one call may take'),
});

export type ToolSettings = z.output<typeof toolSettings>;

/** Before an admin changes them. */
export const DEFAULT_TOOL_SETTINGS: ToolSettings = {
  enabled: true,
  ownServers: { free: false, basic: false, premium: false },
  maxCalls: 24,
  callTimeoutSeconds: 60,
};
