import { TextField } from '../../../ui/forms/text-input.tsx';
import { editsOf, reasonSet, type AdminTab } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { useTranslations } from '../texts.ts';

interface ConfigReasonFieldProps {
  readonly tab: AdminTab;
  /** Where there are several. */
  readonly tabName?: string | undefined;
}

/** Why the changes of a tab are made. */
export const ConfigReasonField = ({ tab, tabName }: ConfigReasonFieldProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { reason, reasonMissing } = useAppSelector(({ admin }) => editsOf(admin, tab));
  const label = t('reasonLabel');
  return (
    <TextField
      label={tabName === undefined ? label : t('named', { name: tabName, text: label })}
      error={reasonMissing ? t('reasonMissing') : null}
      required
      maxLength={500}
      autoComplete="off"
      placeholder={t('reasonPlaceholder')}
      value={reason}
      onText={(text) => dispatch(reasonSet({ tab, reason: text }))}
    />
  );
};
