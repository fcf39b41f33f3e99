import { usage } from '../../../contract/billing.ts';
import type { GetUsage } from '../../../domain/billing/get-usage.ts';
import type { GetChatUsage } from '../../../domain/chat/conversations/get-chat-usage.ts';
import type { GetFileLimits } from '../../../domain/files/get-file-limits.ts';
import type { Mount } from '../mount.ts';
import { toUserRequester, effectiveTier } from '../authenticator.ts';

export interface UsageHandlers {
  readonly getUsage: GetUsage;
  readonly getFileLimits: GetFileLimits;
  readonly getChatUsage: GetChatUsage;
}

export const usageRoutes = (mount: Mount, handlers: UsageHandlers): void => {
  mount(usage, async ({ principal }) => {
    const person = { uid: principal.user.uid, tier: effectiveTier(principal), override: principal.effectiveOverride };
    const [{ daily, ...rest }, files, chats] = await Promise.all([
      handlers.getUsage.execute(person),
      handlers.getFileLimits.execute(person.tier),
      handlers.getChatUsage.execute(toUserRequester(principal)),
    ]);
    return { ...rest, files, chats, daily: { ...daily, resetsAt: new Date(daily.resetsAt).toISOString() } };
  });
};
