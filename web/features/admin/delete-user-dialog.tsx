import { useState } from 'react';

import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { peopleApi, type UserRow } from './people-api.ts';
import { usePeopleTexts } from './people-texts.ts';
import { ReasonDialog, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import { userWord } from './user-words.ts';

/** Deletes somebody for good. The email, or the uid of who has none, has to be typed. */
export const DeleteUserDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = usePeopleTexts();
  const who = userWord(user);
  const [remove] = peopleApi.useDeleteUserMutation();
  const [typed, setTyped] = useState('');
  const wanted = user.email ?? user.uid;
  const done = useTold(t('isDeleted', { who }), onClose);
  const of = useReasoned((reason) => remove({ uid: user.uid, confirm: typed.trim(), reason }), done);
  return (
    <ReasonDialog
      title={t('deleteTitle', { who })}
      text={t('deleteText')}
      action={t('delete')}
      danger
      of={of}
      ready={typed.trim().toLowerCase() === wanted.toLowerCase()}
      onClose={onClose}
    >
      <Field label={t('typeToConfirm', { wanted })}>
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
