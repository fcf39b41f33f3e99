import { useState } from 'react';

import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { peopleApi, type UserRow } from './people-api.ts';
import { ReasonDialog, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import { userWord } from './user-words.ts';

/** Deletes somebody for good. The email, or the uid of who has none, has to be typed. */
export const DeleteUserDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const [remove] = peopleApi.useDeleteUserMutation();
  const [typed, setTyped] = useState('');
  const wanted = user.email ?? user.uid;
  const done = useTold(`${userWord(user)} is deleted`, onClose);
  const of = useReasoned((reason) => remove({ uid: user.uid, confirm: typed.trim(), reason }), done);
  return (
    <ReasonDialog title={`Delete ${userWord(user)}?`} text="Chats, files, sessions and keys go for good. This cannot be undone." action="Delete" danger of={of}
      ready={typed.trim().toLowerCase() === wanted.toLowerCase()} onClose={onClose}>
      <Field label={`Type ${wanted} to confirm`}>
        {(control) => <TextInput {...control} autoComplete="off" autoCapitalize="off" spellCheck={false} value={typed} onText={setTyped} />}
      </Field>
    </ReasonDialog>
  );
};
