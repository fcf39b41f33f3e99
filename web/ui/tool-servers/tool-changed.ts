import { isApiFailure } from '../../lib/api-error.ts';

/** A mode was chosen for a tool that describes itself in another way now: what is shown has to be fetched again. */
export const isToolChanged = (error: unknown): boolean => isApiFailure(error) && error.code === 'TOOL_CHANGED';
