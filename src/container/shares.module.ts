import { SqlShareModeration } from '../adapters/sql/chat/share-moderation.ts';
import { SqlShareRepository } from '../adapters/sql/chat/shares.ts';
import { Captcha, Mailer, Site } from '../domain/accounts/ports.ts';
import { OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { LoadShareableChat } from '../domain/chat/conversations/load-shareable-chat.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Background, Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { DecideOnShare, ListModeratedShares } from '../domain/shares/moderate-shares.ts';
import { ShareableChats, ShareModeration, ShareRepository } from '../domain/shares/ports.ts';
import { ReportShare } from '../domain/shares/report-share.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { Database } from '../adapters/sql/database.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const REPORTS_WITHOUT_CAPTCHA = 3;

export const sharesModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(ShareRepository, SqlShareRepository, Database);
  bindPort(ShareModeration, SqlShareModeration, Database);
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
  bindClass(
    ReportShare,
    {
      shares: ShareRepository,
      moderation: ShareModeration,
      captcha: Captcha,
      quotas: Quotas,
      secrets: Secrets,
      clock: Clock,
      work: UnitOfWork,
    },
    derive(AppContext, ({ config }) => (config.CAPTCHA_ALWAYS === 'true' ? 0 : REPORTS_WITHOUT_CAPTCHA)),
  );
  bindClass(ListModeratedShares, ShareModeration, Secrets);
  bindClass(DecideOnShare, {
    moderation: ShareModeration,
    mailer: Mailer,
    site: Site,
    background: Background,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
});
