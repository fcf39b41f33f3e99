import { bearerHeaders } from '../../../lib/api.ts';
import type { LogFilter } from './use-debug-logs.ts';

/** Saves the logs under a filter as a file of JSON lines. The bearer goes in a header, so a link alone would not do. */
export const exportLogs = async (token: string | null, filter: LogFilter): Promise<boolean> => {
  const address = new URL('/api/admin/debug-logs/export', location.origin);
  for (const [name, value] of Object.entries(filter)) if (value) address.searchParams.set(name, value);
  try {
    const response = await fetch(address, { headers: bearerHeaders(token) });
    if (!response.ok) return false;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = 'debug-logs.jsonl';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 0);
    return true;
  } catch {
    return false;
  }
};
