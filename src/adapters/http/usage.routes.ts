import { usage } from '../../contract/billing.ts';
import type { ReadUsage } from '../../domain/billing/read-usage.ts';
import type { ReadChatUse } from '../../domain/chat/read-chat-use.ts';
import type { FileLimits } from '../../domain/files/file-limits.ts';
import type { Mount } from './mount.ts';
import { personOf, tierOf } from './principal.ts';

export interface UsageUses {
  readonly readUsage: ReadUsage;
  readonly fileLimits: FileLimits;
  readonly readChatUse: ReadChatUse;
}

export const usageRoutes = (mount: Mount, use: UsageUses): void => {
  mount(usage, async ({ principal }) => {
    const person = { uid: principal.user.uid, tier: tierOf(principal), override: principal.acting };
    const [{ daily, ...rest }, files, chats] = await Promise.all([
      use.readUsage.execute(person),
      use.fileLimits.execute(person.tier),
      use.readChatUse.execute(personOf(principal)),
    ]);
    return { ...rest, files, chats, daily: { ...daily, resetsAt: new Date(daily.resetsAt).toISOString() } };
  });
};
