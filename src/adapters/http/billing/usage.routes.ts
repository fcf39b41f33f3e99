import { usage } from '../../../contract/billing.ts';
import { GetUsage } from '../../../domain/billing/get-usage.ts';
import { GetChatUsage } from '../../../domain/chat/conversations/get-chat-usage.ts';
import { GetFileLimits } from '../../../domain/files/get-file-limits.ts';
import type { Mount } from '../mount.ts';
import { toUserRequester } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const usageHandlers = {
  getUsage: GetUsage,
  getFileLimits: GetFileLimits,
  getChatUsage: GetChatUsage,
};

export type UsageHandlers = Handlers<typeof usageHandlers>;

export const usageRoutes = (mount: Mount, handlers: UsageHandlers): void => {
  mount(usage, async ({ principal }) => {
    const person = toUserRequester(principal);
    const [{ daily, ...rest }, files, chats] = await Promise.all([
      handlers.getUsage.execute(person),
      handlers.getFileLimits.execute(person.tier),
      handlers.getChatUsage.execute(person),
    ]);
    return { ...rest, files, chats, daily: { ...daily, resetsAt: new Date(daily.resetsAt).toISOString() } };
  });
};
