import type { Container } from 'inversify';

import type { AccountDataHandlers } from '../adapters/http/accounts/account-data.routes.ts';
import type { AdminUserHandlers } from '../adapters/http/admin/admin-users.routes.ts';
import type { OperationsHandlers } from '../adapters/http/admin/operations.routes.ts';
import { ExportAccount } from '../domain/account-data/export-account.ts';
import { ImportChats } from '../domain/account-data/import-chats.ts';
import { GrantTier } from '../domain/billing/grant-tier.ts';
import { SetCustomLimits } from '../domain/billing/set-custom-limits.ts';
import { SaveCustomInstructions, GetCustomInstructions } from '../domain/chat/replies/custom-instructions.ts';
import { CheckHealth } from '../domain/operations/check-health.ts';
import { AuditLogStore } from '../domain/operations/ports.ts';
import { GetUsageOverview } from '../domain/operations/get-usage-overview.ts';
import { DeleteOwnAccount } from '../domain/user-admin/delete-own-account.ts';
import { DeleteAccount } from '../domain/user-admin/delete-account.ts';
import { ListUsers } from '../domain/user-admin/list-users.ts';
import { ReinstateUser, SuspendUser } from '../domain/user-admin/suspend-user.ts';

/** What admins do about people and look at, and what people do with their own data. */
export const userAdminHandlers = (
  container: Container,
): AdminUserHandlers & OperationsHandlers & AccountDataHandlers => ({
  listUsers: container.get(ListUsers),
  setCustomLimits: container.get(SetCustomLimits),
  suspendUser: container.get(SuspendUser),
  reinstateUser: container.get(ReinstateUser),
  grantTier: container.get(GrantTier),
  removeAccount: container.get(DeleteAccount),
  auditLog: container.get(AuditLogStore),
  getUsageOverview: container.get(GetUsageOverview),
  checkHealth: container.get(CheckHealth),
  exportAccount: container.get(ExportAccount),
  importChats: container.get(ImportChats),
  deleteOwnAccount: container.get(DeleteOwnAccount),
  getCustomInstructions: container.get(GetCustomInstructions),
  saveCustomInstructions: container.get(SaveCustomInstructions),
});
