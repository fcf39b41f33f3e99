import { SqlShareRepository } from '../adapters/sql/chat/shares.ts';
import { OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { LoadShareableChat } from '../domain/chat/conversations/load-shareable-chat.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { ShareableChats, ShareRepository } from '../domain/shares/ports.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule } from './define-module.ts';

export const sharesModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(ShareRepository, SqlShareRepository, Database);
  bindPort(ShareableChats, LoadShareableChat, OpenChat);
  bindClass(ShareChat, {
    shareableChats: ShareableChats,
    shares: ShareRepository,
    quotas: Quotas,
    ids: Ids,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(ListShares, ShareRepository, Secrets);
  bindClass(RevokeShare, ShareRepository, UnitOfWork, AuditLog);
  bindClass(OpenShare, ShareRepository, Secrets);
});
