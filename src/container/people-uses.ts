import type { Container } from 'inversify';

import type { AccountDataUses } from '../adapters/http/account-data.routes.ts';
import type { AdminPeopleUses } from '../adapters/http/admin-people.routes.ts';
import type { OperationsUses } from '../adapters/http/operations.routes.ts';
import { ExportAccount } from '../domain/account-data/export-account.ts';
import { ImportChats } from '../domain/account-data/import-chats.ts';
import { GrantTier } from '../domain/billing/grant-tier.ts';
import { SetPersonalLimits } from '../domain/billing/set-personal-limits.ts';
import { KeepInstruction, ReadInstruction } from '../domain/chat/own-instruction.ts';
import { CheckHealth } from '../domain/operations/check-health.ts';
import { ServerEventLog } from '../domain/operations/ports.ts';
import { ReadOverview } from '../domain/operations/read-overview.ts';
import { CloseOwnAccount } from '../domain/people/close-own-account.ts';
import { DeleteAccount } from '../domain/people/delete-account.ts';
import { ListPeople } from '../domain/people/list-people.ts';
import { Resume, Suspend } from '../domain/people/suspend.ts';

/** What admins do about people and look at, and what people do with their own data. */
export const peopleUses = (container: Container): AdminPeopleUses & OperationsUses & AccountDataUses => ({
  listPeople: container.get(ListPeople),
  setPersonalLimits: container.get(SetPersonalLimits),
  suspend: container.get(Suspend),
  resume: container.get(Resume),
  grantTier: container.get(GrantTier),
  removeAccount: container.get(DeleteAccount),
  eventLog: container.get(ServerEventLog),
  readOverview: container.get(ReadOverview),
  checkHealth: container.get(CheckHealth),
  exportAccount: container.get(ExportAccount),
  importChats: container.get(ImportChats),
  closeOwnAccount: container.get(CloseOwnAccount),
  readInstruction: container.get(ReadInstruction),
  keepInstruction: container.get(KeepInstruction),
});
