import { PromptImport, PromptStore } from '../domain/prompts/ports.ts';
import { SqlUserDataEraser } from '../adapters/sql/accounts/user-data-eraser.ts';
import { SqlFileList } from '../adapters/sql/files/file-list.ts';
import { SqlUserAdmin } from '../adapters/sql/admin/user-admin.ts';
import { SqlRevocations } from '../adapters/sql/accounts/revocations.ts';
import { SqlSuspensions } from '../adapters/sql/admin/suspensions.ts';
import { ExportAccount } from '../domain/account-data/export-account.ts';
import { ImportChats } from '../domain/account-data/import-chats.ts';
import { AccountTools, FileList } from '../domain/account-data/ports.ts';
import { SignInCodeVerifier } from '../domain/accounts/phone-sign-in.ts';
import { ToolCallStore } from '../domain/agents/connected/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Invitations } from '../domain/accounts/registration/ports.ts';
import { AdminOverrides, AdminPowers } from '../domain/admin/ports.ts';
import { Identities, ProviderPlans } from '../domain/accounts/identity/ports.ts';
import {
  ApiKeyRepository,
  Passwords,
  SessionRepository,
  SignInCodes,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { AuthenticatorApps, Passkeys } from '../domain/accounts/second-factor/ports.ts';
import { CancelPlans } from '../domain/billing/cancel-plans.ts';
import { GrantProviderPlans } from '../domain/billing/provider-plans.ts';
import { GrantTier } from '../domain/billing/grant-tier.ts';
import { AccountTiers, LedgerStore, Subscriptions, UserLimits } from '../domain/billing/ports.ts';
import { SetCustomLimits } from '../domain/billing/set-custom-limits.ts';
import { StopUserReplies } from '../domain/chat/replies/stop-user-replies.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { StopRequests } from '../domain/chat/replies/bus/stop-requests.ts';
import { ChatQuota, ChatRepository, MessageRepository } from '../domain/chat/conversations/ports.ts';
import { CustomInstructions, Revocations } from '../domain/chat/replies/ports/requesters.ts';
import { ReplyRepository } from '../domain/chat/replies/ports/reply-store.ts';
import { GroupMembers } from '../domain/groups/ports.ts';
import { RemoveFile } from '../domain/files/manage-files.ts';
import { RemoveAllFiles } from '../domain/files/remove-all-files.ts';
import { Clock, Ids, Quotas, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { ShareRepository } from '../domain/shares/ports.ts';
import { DeleteOwnAccount } from '../domain/user-admin/delete-own-account.ts';
import { DeleteAccount } from '../domain/user-admin/delete-account.ts';
import { EndAdminPowers } from '../domain/user-admin/end-admin-powers.ts';
import { ExportUsers } from '../domain/user-admin/export-users.ts';
import { ListUsers } from '../domain/user-admin/list-users.ts';
import {
  GrantedAccess,
  UserDataEraser,
  UserFiles,
  PaidPlans,
  UserAdmin,
  PhoneCodeVerifier,
  RunningReplies,
  QuotaCarryover,
  Suspensions,
} from '../domain/user-admin/ports.ts';
import { ReinstateUser, SuspendUser } from '../domain/user-admin/suspend-user.ts';
import { VerifyAddress } from '../domain/user-admin/verify-address.ts';
import { SetRole } from '../domain/user-admin/set-role.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule } from './define-module.ts';

export const userAdminModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(UserAdmin, SqlUserAdmin, Database, Clock);
  bindPort(Suspensions, SqlSuspensions, Database);
  bindPort(UserDataEraser, SqlUserDataEraser, Database);
  bindPort(Revocations, SqlRevocations, Database);
  bindPort(FileList, SqlFileList, Database);
  bindPort(UserFiles, RemoveAllFiles, FileList, RemoveFile);
  bindPort(PhoneCodeVerifier, SignInCodeVerifier, SignInCodes, Secrets, Clock);
  bind(PaidPlans).toService(CancelPlans);
  bindPort(RunningReplies, StopUserReplies, ReplyRepository, ActiveReplies, StopRequests, Clock);
  bindClass(ListUsers, UserAdmin, Clock);
  bindClass(ExportUsers, UserAdmin, Clock, AuditLog);
  bindClass(VerifyAddress, UserRepository, ServerEventLog, UnitOfWork, AuditLog);
  bindClass(SuspendUser, {
    users: UserRepository,
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    suspensions: Suspensions,
    replies: RunningReplies,
    plans: PaidPlans,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
    clock: Clock,
  });
  bindClass(ReinstateUser, {
    users: UserRepository,
    suspensions: Suspensions,
    plans: PaidPlans,
    erasure: UserDataEraser,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
  });
  bindPort(AdminPowers, EndAdminPowers, AdminOverrides, Invitations, Clock);
  bindClass(SetRole, UserRepository, Identities, AdminPowers, ServerEventLog, UnitOfWork, AuditLog);
  bindClass(DeleteAccount, {
    users: UserRepository,
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    suspensions: Suspensions,
    plans: PaidPlans,
    replies: RunningReplies,
    files: UserFiles,
    access: GrantedAccess,
    powers: AdminPowers,
    erasure: UserDataEraser,
    spent: QuotaCarryover,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
    clock: Clock,
  });
  bindClass(DeleteOwnAccount, Passwords, PhoneCodeVerifier, DeleteAccount, Quotas, Clock);
  bindClass(SetCustomLimits, UserRepository, UserLimits, ServerEventLog, Clock, UnitOfWork, AuditLog);
  bindPort(ProviderPlans, GrantProviderPlans, AccountTiers, Subscriptions, Clock, AuditLog);
  bindClass(GrantTier, {
    tiers: AccountTiers,
    subscriptions: Subscriptions,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
    clock: Clock,
  });
  bindClass(ExportAccount, {
    users: UserRepository,
    chats: ChatRepository,
    messages: MessageRepository,
    instructions: CustomInstructions,
    files: FileList,
    ledger: LedgerStore,
    toolCalls: ToolCallStore,
    subscriptions: Subscriptions,
    limits: UserLimits,
    tiers: AccountTiers,
    shares: ShareRepository,
    identities: Identities,
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    passkeys: Passkeys,
    apps: AuthenticatorApps,
    groups: GroupMembers,
    tools: AccountTools,
    prompts: PromptStore,
    clock: Clock,
    audit: AuditLog,
  });
  bindClass(ImportChats, {
    chats: ChatRepository,
    messages: MessageRepository,
    quota: ChatQuota,
    prompts: PromptImport,
    ids: Ids,
    secrets: Secrets,
    work: UnitOfWork,
    clock: Clock,
    audit: AuditLog,
  });
});
