/**
 * What the audit log records, as `object.verb`. A new action needs a label in web/messages, which the compiler asks for.
 */
export const AUDIT_ACTIONS = [
  'session.start',
  'session.end',
  'session.end-all',
  'session.confirm',
  'account.register',
  'account.rename',
  'account.verify',
  'account.ask-email',
  'account.change-email',
  'account.restore-email',
  'account.link',
  'account.unlink',
  'account.export',
  'account.import',
  'account.delete',
  'invitation.create',
  'invitation.revoke',
  'registration.request',
  'registration.approve',
  'registration.decline',
  'password.ask-reset',
  'password.reset',
  'password.change',
  'second-factor.add',
  'second-factor.remove',
  'second-factor.reset',
  'recovery-code.use',
  'recovery-code.renew',
  'api-key.create',
  'api-key.revoke',
  'admin.grant',
  'admin.call',
  'override.start',
  'override.end',
  'user.suspend',
  'user.reinstate',
  'user.delete',
  'user.set-role',
  'user.set-tier',
  'user.set-limits',
  'user.verify-address',
  'user.export',
  'settings.change',
  'settings.restore',
  'models.connect', // by earlier versions
  'models.disconnect', // by earlier versions
  'provider.connect',
  'provider.change',
  'provider.disconnect',
  'sentence-model.switch',
  'share.create',
  'share.revoke',
  'share.take-down',
  'share.restore',
  'share.dismiss-reports',
  'chat.delete',
  'file.delete',
  'plan.checkout',
  'plan.cancel',
  'plan.resume',
  'plan.downgrade',
  'plan.change',
  'audit.export',
  'audit.verify',
  'audit.sweep',
  'audit.fold',
  'secret.rotate',
  'backup.create',
  'backup.restore',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** `stranger`: not signed in. `system`: this server or its operator. */
export const AUDIT_ACTORS = ['user', 'stranger', 'system'] as const;
export type AuditActorKind = (typeof AUDIT_ACTORS)[number];

/** By which way an actor came. */
export const AUDIT_WAYS = [
  'session',
  'api-key',
  'password',
  'phone-code',
  'identity-provider',
  'second-factor',
  'passkey',
  'mailed-link',
  'setup-link',
  'web',
  'webhook',
  'job',
  'start',
  'command-line',
] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];
