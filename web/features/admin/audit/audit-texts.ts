import type { AuditAction, AuditWay } from '../../../../src/shared/audit.ts';
import { createTranslations } from '../../../lib/i18n/translations.ts';
import english from '../../../messages/en/admin-audit.json' with { type: 'json' };

export type AuditTextKey = keyof typeof english;

export const { useTranslations: useAuditTranslations, t: translateAudit } = createTranslations('admin-audit', english);

/** Each action and way in has a label: the compiler asks for it. */
export const actionLabel = (action: AuditAction): AuditTextKey => action;
export const wayLabel = (way: AuditWay): AuditTextKey => `way.${way}`;
