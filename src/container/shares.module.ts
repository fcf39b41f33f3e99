import { ContainerModule } from 'inversify';

import { SqlShares } from '../adapters/sql/shares.ts';
import { OpenChat } from '../domain/chat/read-chats.ts';
import { ReadConversation } from '../domain/chat/read-conversation.ts';
import { Clock, Ids, Quotas, Secrets } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { Conversations, Shares } from '../domain/shares/ports.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { Parts } from './parts.ts';

/** Public links to chats. */
export const sharesModule = new ContainerModule(({ bind }) => {
  bind(Shares).toResolvedValue((parts) => new SqlShares(parts.database), [Parts]);
  bind(Conversations).toResolvedValue((openChat) => new ReadConversation(openChat), [OpenChat]);
  bind(ShareChat).toResolvedValue(
    (conversations, shares, quotas, ids, secrets, clock) =>
      new ShareChat({ conversations, shares, quotas, ids, secrets, clock }),
    [Conversations, Shares, Quotas, Ids, Secrets, Clock],
  );
  bind(ListShares).toResolvedValue((shares) => new ListShares(shares), [Shares]);
  bind(RevokeShare).toResolvedValue((shares) => new RevokeShare(shares), [Shares]);
  bind(OpenShare).toResolvedValue((shares, secrets) => new OpenShare(shares, secrets), [Shares, Secrets]);
});
