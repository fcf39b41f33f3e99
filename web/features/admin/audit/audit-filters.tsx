import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../../../../src/shared/audit.ts';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import type { AuditFilter } from './audit-api.ts';
import { actionLabel, useAuditTranslations } from './audit-texts.ts';
import styles from './audit.module.css';

/** As it is typed: days without a time, in the zone of the reader. */
export interface AuditForm {
  readonly person: string;
  readonly text: string;
  readonly action: NonNullable<AuditFilter['action']>;
  readonly outcome: NonNullable<AuditFilter['outcome']>;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_FORM: AuditForm = { person: '', text: '', action: '', outcome: '', from: '', to: '' };

/** The moment when a day begins, or the day `days` later; undefined while it is being typed. */
const startOf = (day: string, days = 0): string | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date + days);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
};

export const toFilter = ({ from, to, ...rest }: AuditForm): AuditFilter => {
  const [start, end] = [startOf(from), startOf(to, 1)];
  return { ...rest, ...(start ? { from: start } : {}), ...(end ? { to: end } : {}) };
};

interface Props {
  readonly form: AuditForm;
  readonly onForm: (form: AuditForm) => void;
}

export const AuditFilters = ({ form, onForm }: Props) => {
  const t = useAuditTranslations();
  const set = (change: Partial<AuditForm>): void => onForm({ ...form, ...change });
  return (
    <div className={styles['filters']} role="group" aria-label={t('filters')}>
      <TextField
        type="search"
        label={t('person')}
        hint={t('personHint')}
        maxLength={254}
        value={form.person}
        onText={(person) => set({ person })}
      />
      <TextField
        type="search"
        label={t('text')}
        hint={t('textHint')}
        maxLength={200}
        value={form.text}
        onText={(text) => set({ text })}
      />
      <SelectField
        label={t('action')}
        value={form.action}
        onText={(text) => set({ action: AUDIT_ACTIONS.find((action) => action === text) ?? '' })}
        options={[['', t('allActions')], ...AUDIT_ACTIONS.map((action) => [action, t(actionLabel(action))] as const)]}
      />
      <SelectField
        label={t('outcome')}
        value={form.outcome}
        onText={(text) => set({ outcome: AUDIT_OUTCOMES.find((outcome) => outcome === text) ?? '' })}
        options={[['', t('allOutcomes')], ...AUDIT_OUTCOMES.map((outcome) => [outcome, t(outcome)] as const)]}
      />
      <TextField type="date" label={t('from')} value={form.from} onText={(from) => set({ from })} />
      <TextField type="date" label={t('to')} value={form.to} onText={(to) => set({ to })} />
    </div>
  );
};
