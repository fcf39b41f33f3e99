import { z } from 'zod';

import { decimal } from '../platform/decimal.ts';

/** How many replies a process runs, and how it ends. */
export const LIFECYCLE_SETTINGS = z.object({
  MAX_LIVE_REPLIES: decimal(z.number().int().min(1).max(100_000))
    .default(2000)
    .describe('Concurrent replies of one process; more are refused with 503.'),
  REPLY_LEASE_SECONDS: decimal(z.number().int().min(1).max(600))
    .default(10)
    .describe(
      'Lease of a process, on the database’s clock: when it expires, other processes mark its replies as ' +
        'interrupted. If the process still lives, its own end of a reply replaces that.',
    ),
  SHUTDOWN_GRACE_SECONDS: decimal(z.number().int().min(0).max(600))
    .default(20)
    .describe(
      'How long running replies may continue after SIGTERM. The process is terminated 5 seconds later in any case.',
    ),
  DRAIN_DELAY_SECONDS: decimal(z.number().int().min(0).max(300))
    .optional()
    .describe(
      'How long after SIGTERM new connections are accepted while `/readyz` returns 503, so that a load balancer ' +
        'notices first. It is part of the grace period. Default: 3 with MySQL, where several processes may serve, ' +
        'else 0.',
    ),
  USAGE_RETENTION_DAYS: decimal(
    z
      .number()
      .int()
      .max(3660)
      .refine((days) => days === 0 || days >= 31, 'must be 0 or 31 to 3660'),
  )
    .default(730)
    .describe(
      'Lines of the ledgers of model calls and tool calls are removed after so many days, and who was active on ' +
        'which day; the sums by day and model stay. 0: never.',
    ),
  WATCHDOG_SECONDS: decimal(z.number().int().min(0).max(3600))
    .default(30)
    .describe(
      'Ends the process when its event loop is blocked this long, so that the supervisor restarts it; 0: never. ' +
        'Blocks of 2 seconds are logged.',
    ),
});
