import { ContainerModule } from 'inversify';

import { SqlErasure } from '../adapters/sql/erasure.ts';
import { SqlFileList } from '../adapters/sql/file-list.ts';
import { SqlPeople } from '../adapters/sql/people.ts';
import { SqlRevocations } from '../adapters/sql/revocations.ts';
import { SqlSuspensions } from '../adapters/sql/suspensions.ts';
import { ExportAccount } from '../domain/account-data/export-account.ts';
import { ImportChats } from '../domain/account-data/import-chats.ts';
import { FileList } from '../domain/account-data/ports.ts';
import { CheckPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import {
  ApiKeyRepository,
  Passwords,
  SessionRepository,
  SignInCodes,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { EndPaidPlans } from '../domain/billing/end-paid-plans.ts';
import { GrantTier } from '../domain/billing/grant-tier.ts';
import { AccountTiers, LedgerStore, Payments, Subscriptions, UserLimits } from '../domain/billing/ports.ts';
import { SetPersonalLimits } from '../domain/billing/set-personal-limits.ts';
import { SyncSubscription } from '../domain/billing/sync-subscription.ts';
import { EndReplies } from '../domain/chat/end-replies.ts';
import { LiveReplies } from '../domain/chat/live-replies.ts';
import {
  ChatQuota,
  ChatRepository,
  MessageRepository,
  OwnInstructions,
  ReplyRepository,
  Revocations,
} from '../domain/chat/ports.ts';
import { RemoveFile } from '../domain/files/manage-files.ts';
import { RemoveAllFiles } from '../domain/files/remove-all-files.ts';
import { Clock, Ids, Quotas, Secrets, ServerEvents, UnitOfWork } from '../domain/kernel/ports.ts';
import { CloseOwnAccount } from '../domain/people/close-own-account.ts';
import { DeleteAccount } from '../domain/people/delete-account.ts';
import { ListPeople } from '../domain/people/list-people.ts';
import {
  Erasure,
  OwnFiles,
  PaidPlans,
  People,
  PhoneProof,
  RunningReplies,
  SpentQuotaMemory,
  Suspensions,
} from '../domain/people/ports.ts';
import { Resume, Suspend } from '../domain/people/suspend.ts';
import { Parts } from './parts.ts';

/** Accounts as admins manage them, and what people do with their own data. */
export const peopleModule = new ContainerModule(({ bind }) => {
  bind(People).toResolvedValue((parts, clock) => new SqlPeople(parts.database, clock), [Parts, Clock]);
  bind(Suspensions).toResolvedValue((parts) => new SqlSuspensions(parts.database), [Parts]);
  bind(Erasure).toResolvedValue((parts) => new SqlErasure(parts.database), [Parts]);
  bind(Revocations).toResolvedValue((parts) => new SqlRevocations(parts.database), [Parts]);
  bind(FileList).toResolvedValue((parts) => new SqlFileList(parts.database), [Parts]);
  bind(OwnFiles).toResolvedValue((list, remove) => new RemoveAllFiles(list, remove), [FileList, RemoveFile]);
  bind(PhoneProof).toResolvedValue(
    (codes, secrets, clock) => new CheckPhoneCode(codes, secrets, clock),
    [SignInCodes, Secrets, Clock],
  );
  bind(PaidPlans).toResolvedValue(
    (payments, subscriptions, sync) => new EndPaidPlans(payments, subscriptions, sync),
    [Payments, Subscriptions, SyncSubscription],
  );
  bind(RunningReplies).toResolvedValue(
    (replies, lives, clock) => new EndReplies(replies, lives, clock),
    [ReplyRepository, LiveReplies, Clock],
  );
  bind(ListPeople).toResolvedValue((people, clock) => new ListPeople(people, clock), [People, Clock]);
  bind(Suspend).toResolvedValue(
    (users, sessions, keys, suspensions, replies, events, work, clock) =>
      new Suspend({ users, sessions, keys, suspensions, replies, events, work, clock }),
    [UserRepository, SessionRepository, ApiKeyRepository, Suspensions, RunningReplies, ServerEvents, UnitOfWork, Clock],
  );
  bind(Resume).toResolvedValue(
    (users, suspensions, events, work) => new Resume({ users, suspensions, events, work }),
    [UserRepository, Suspensions, ServerEvents, UnitOfWork],
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
      OwnFiles,
      Erasure,
      SpentQuotaMemory,
      ServerEvents,
      UnitOfWork,
      Clock,
    ],
  );
  bind(CloseOwnAccount).toResolvedValue(
    (passwords, phones, deleteAccount, quotas, clock) =>
      new CloseOwnAccount(passwords, phones, deleteAccount, quotas, clock),
    [Passwords, PhoneProof, DeleteAccount, Quotas, Clock],
  );
  bind(SetPersonalLimits).toResolvedValue(
    (users, limits, events, clock) => new SetPersonalLimits(users, limits, events, clock),
    [UserRepository, UserLimits, ServerEvents, Clock],
  );
  bind(GrantTier).toResolvedValue(
    (tiers, subscriptions, events, work, clock) => new GrantTier({ tiers, subscriptions, events, work, clock }),
    [AccountTiers, Subscriptions, ServerEvents, UnitOfWork, Clock],
  );
  bind(ExportAccount).toResolvedValue(
    (users, chats, messages, instructions, files, ledger, subscriptions, limits, clock) =>
      new ExportAccount({ users, chats, messages, instructions, files, ledger, subscriptions, limits, clock }),
    [
      UserRepository,
      ChatRepository,
      MessageRepository,
      OwnInstructions,
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
