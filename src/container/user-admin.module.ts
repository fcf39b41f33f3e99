import { ContainerModule } from 'inversify';

import { SqlUserDataEraser } from '../adapters/sql/accounts/user-data-eraser.ts';
import { SqlFileList } from '../adapters/sql/files/file-list.ts';
import { SqlUserAdmin } from '../adapters/sql/admin/user-admin.ts';
import { SqlRevocations } from '../adapters/sql/accounts/revocations.ts';
import { SqlSuspensions } from '../adapters/sql/admin/suspensions.ts';
import { ExportAccount } from '../domain/account-data/export-account.ts';
import { ImportChats } from '../domain/account-data/import-chats.ts';
import { FileList } from '../domain/account-data/ports.ts';
import { SignInCodeVerifier } from '../domain/accounts/phone-sign-in.ts';
import {
  ApiKeyRepository,
  Passwords,
  SessionRepository,
  SignInCodes,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { CancelPaidPlans } from '../domain/billing/cancel-paid-plans.ts';
import { GrantTier } from '../domain/billing/grant-tier.ts';
import { AccountTiers, LedgerStore, Payments, Subscriptions, UserLimits } from '../domain/billing/ports.ts';
import { SetCustomLimits } from '../domain/billing/set-custom-limits.ts';
import { SyncSubscription } from '../domain/billing/sync-subscription.ts';
import { StopUserReplies } from '../domain/chat/replies/stop-user-replies.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import {
  ChatQuota,
  ChatRepository,
  MessageRepository,
  CustomInstructions,
  ReplyRepository,
  Revocations,
} from '../domain/chat/conversations/ports.ts';
import { RemoveFile } from '../domain/files/manage-files.ts';
import { RemoveAllFiles } from '../domain/files/remove-all-files.ts';
import { Clock, Ids, Quotas, Secrets, AuditLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { DeleteOwnAccount } from '../domain/user-admin/delete-own-account.ts';
import { DeleteAccount } from '../domain/user-admin/delete-account.ts';
import { ListUsers } from '../domain/user-admin/list-users.ts';
import {
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
import { AppContext } from './app-context.ts';

/** Accounts as admins manage them, and what people do with their own data. */
export const userAdminModule = new ContainerModule(({ bind }) => {
  bind(UserAdmin).toResolvedValue((context, clock) => new SqlUserAdmin(context.database, clock), [AppContext, Clock]);
  bind(Suspensions).toResolvedValue((context) => new SqlSuspensions(context.database), [AppContext]);
  bind(UserDataEraser).toResolvedValue((context) => new SqlUserDataEraser(context.database), [AppContext]);
  bind(Revocations).toResolvedValue((context) => new SqlRevocations(context.database), [AppContext]);
  bind(FileList).toResolvedValue((context) => new SqlFileList(context.database), [AppContext]);
  bind(UserFiles).toResolvedValue((list, remove) => new RemoveAllFiles(list, remove), [FileList, RemoveFile]);
  bind(PhoneCodeVerifier).toResolvedValue(
    (codes, secrets, clock) => new SignInCodeVerifier(codes, secrets, clock),
    [SignInCodes, Secrets, Clock],
  );
  bind(PaidPlans).toResolvedValue(
    (payments, subscriptions, sync) => new CancelPaidPlans(payments, subscriptions, sync),
    [Payments, Subscriptions, SyncSubscription],
  );
  bind(RunningReplies).toResolvedValue(
    (replies, lives, clock) => new StopUserReplies(replies, lives, clock),
    [ReplyRepository, ActiveReplies, Clock],
  );
  bind(ListUsers).toResolvedValue((people, clock) => new ListUsers(people, clock), [UserAdmin, Clock]);
  bind(SuspendUser).toResolvedValue(
    (users, sessions, keys, suspensions, replies, events, work, clock) =>
      new SuspendUser({ users, sessions, keys, suspensions, replies, events, work, clock }),
    [UserRepository, SessionRepository, ApiKeyRepository, Suspensions, RunningReplies, AuditLog, UnitOfWork, Clock],
  );
  bind(ReinstateUser).toResolvedValue(
    (users, suspensions, events, work) => new ReinstateUser({ users, suspensions, events, work }),
    [UserRepository, Suspensions, AuditLog, UnitOfWork],
  );
  bind(DeleteAccount).toResolvedValue(
    (users, sessions, keys, plans, replies, files, erasure, spent, events, work, clock) =>
      new DeleteAccount({ users, sessions, keys, plans, replies, files, erasure, spent, events, work, clock }),
    [
      UserRepository,
      SessionRepository,
      ApiKeyRepository,
      PaidPlans,
      RunningReplies,
      UserFiles,
      UserDataEraser,
      QuotaCarryover,
      AuditLog,
      UnitOfWork,
      Clock,
    ],
  );
  bind(DeleteOwnAccount).toResolvedValue(
    (passwords, phones, deleteAccount, quotas, clock) =>
      new DeleteOwnAccount(passwords, phones, deleteAccount, quotas, clock),
    [Passwords, PhoneCodeVerifier, DeleteAccount, Quotas, Clock],
  );
  bind(SetCustomLimits).toResolvedValue(
    (users, limits, events, clock) => new SetCustomLimits(users, limits, events, clock),
    [UserRepository, UserLimits, AuditLog, Clock],
  );
  bind(GrantTier).toResolvedValue(
    (tiers, subscriptions, events, work, clock) => new GrantTier({ tiers, subscriptions, events, work, clock }),
    [AccountTiers, Subscriptions, AuditLog, UnitOfWork, Clock],
  );
  bind(ExportAccount).toResolvedValue(
    (users, chats, messages, instructions, files, ledger, subscriptions, limits, clock) =>
      new ExportAccount({ users, chats, messages, instructions, files, ledger, subscriptions, limits, clock }),
    [
      UserRepository,
      ChatRepository,
      MessageRepository,
      CustomInstructions,
      FileList,
      LedgerStore,
      Subscriptions,
      UserLimits,
      Clock,
    ],
  );
  bind(ImportChats).toResolvedValue(
    (chats, messages, quota, ids, secrets, work, clock) =>
      new ImportChats({ chats, messages, quota, ids, secrets, work, clock }),
    [ChatRepository, MessageRepository, ChatQuota, Ids, Secrets, UnitOfWork, Clock],
  );
});
