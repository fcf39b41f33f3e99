import { useUsage } from '../../features/billing/usage/use-usage.ts';
import { DEFAULT_FILE_LIMITS, type FileLimits } from '../../features/files/file-types.ts';

/** What the server takes of this account now: an admin may have changed it. */
export const useFileLimits = (): FileLimits => useUsage()?.files ?? DEFAULT_FILE_LIMITS;
