import { TextField } from '../../../ui/forms/text-input.tsx';
import { reasonSet } from '../../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { useTranslations } from '../texts.ts';

export const ConfigReasonField = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { reason, reasonMissing } = useAppSelector(({ admin }) => admin);
  return (
    <TextField
      label={t('reasonLabel')}
      error={reasonMissing ? t('reasonMissing') : null}
      required
      maxLength={500}
      autoComplete="off"
      placeholder={t('reasonPlaceholder')}
      value={reason}
      onText={(text) => dispatch(reasonSet(text))}
    />
  );
};
