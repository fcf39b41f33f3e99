import { ContainerModule } from 'inversify';

import { SqlShareRepository } from '../adapters/sql/chat/shares.ts';
import { OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { LoadShareableChat } from '../domain/chat/conversations/load-shareable-chat.ts';
import { Clock, Ids, Quotas, Secrets } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { ShareableChats, ShareRepository } from '../domain/shares/ports.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { AppContext } from './app-context.ts';

/** Public links to chats. */
export const sharesModule = new ContainerModule(({ bind }) => {
  bind(ShareRepository).toResolvedValue((context) => new SqlShareRepository(context.database), [AppContext]);
  bind(ShareableChats).toResolvedValue((openChat) => new LoadShareableChat(openChat), [OpenChat]);
  bind(ShareChat).toResolvedValue(
    (shareableChats, shares, quotas, ids, secrets, clock) =>
      new ShareChat({ shareableChats, shares, quotas, ids, secrets, clock }),
    [ShareableChats, ShareRepository, Quotas, Ids, Secrets, Clock],
  );
  bind(ListShares).toResolvedValue((shares) => new ListShares(shares), [ShareRepository]);
  bind(RevokeShare).toResolvedValue((shares) => new RevokeShare(shares), [ShareRepository]);
  bind(OpenShare).toResolvedValue((shares, secrets) => new OpenShare(shares, secrets), [ShareRepository, Secrets]);
});
