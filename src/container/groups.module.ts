import { Database } from '../adapters/sql/database.ts';
import { SqlGroupMembers } from '../adapters/sql/groups/group-members.ts';
import { SqlGrantingGroups, SqlGroupStore } from '../adapters/sql/groups/group-store.ts';
import { ProviderGroups } from '../domain/accounts/identity/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { ManageGroups } from '../domain/groups/manage-groups.ts';
import { ManageMembers } from '../domain/groups/manage-members.ts';
import { GrantingGroups, GroupFiles, GroupMembers, GroupStore, MemberRights } from '../domain/groups/ports.ts';
import { SetProviderGroups } from '../domain/groups/provider-groups.ts';
import { ResolveGroupRights } from '../domain/groups/resolve-group-rights.ts';
import { Clock, Ids, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { defineModule } from './define-module.ts';

export const groupsModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(GroupStore, SqlGroupStore, Database);
  bindPort(GroupMembers, SqlGroupMembers, Database);
  bindPort(GrantingGroups, SqlGrantingGroups, Database, Clock);
  bindPort(ProviderGroups, SetProviderGroups, GroupStore, GroupMembers, Clock, AuditLog, GroupFiles);
  bindPort(MemberRights, ResolveGroupRights, GrantingGroups);
  bindClass(ManageGroups, {
    groups: GroupStore,
    files: GroupFiles,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
    events: ServerEventLog,
  });
  bindClass(ManageMembers, {
    groups: GroupStore,
    members: GroupMembers,
    files: GroupFiles,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
});
