/**
 * `auditor`: reads the overview, the users and the audit log, and changes nothing of others. `admin`: everything. The
 * plan of an account is not part of its role.
 */
export const ROLES = ['user', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

interface RoleOwner {
  readonly isAdmin: boolean;
  readonly isAuditor: boolean;
}

export const roleOf = ({ isAdmin, isAuditor }: RoleOwner): Role => {
  if (isAdmin) return 'admin';
  return isAuditor ? 'auditor' : 'user';
};
