import { useState } from 'react';

import { Field } from '../../../ui/forms/field.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { adminApi, type UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';
import { ReasonDialog, useReasonForm } from './reason-dialog.tsx';
import { useCloseWithToast } from './use-close-with-toast.ts';
import { getUserLabel } from './user-label.ts';

/** Deletes somebody for good. The email, or the uid of who has none, has to be typed. */
export const DeleteUserDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  const [remove] = adminApi.useDeleteUserMutation();
  const [typed, setTyped] = useState('');
  const expected = user.email ?? user.uid;
  const done = useCloseWithToast(t('isDeleted', { who }), onClose);
  const form = useReasonForm((reason) => remove({ uid: user.uid, confirm: typed.trim(), reason }), done);
  return (
    <ReasonDialog
      title={t('deleteTitle', { who })}
      text={t('deleteText')}
      action={t('delete')}
      danger
      form={form}
      isReady={typed.trim().toLowerCase() === expected.toLowerCase()}
      onClose={onClose}
    >
      <Field label={t('typeToConfirm', { wanted: expected })}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onText={setTyped}
          />
        )}
      </Field>
    </ReasonDialog>
  );
};
