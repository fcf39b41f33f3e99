import { useState } from 'react';

import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { ReasonField, ReasonDialog, useReasonForm } from '../shared/reason-dialog.tsx';
import { useTranslations } from '../texts.ts';
import { BasicFields, ClaimFields, ListFields, toClaims, toClaimTexts } from './group-fields.tsx';
import { type Group, groupsApi, type Groups, type Terms } from './groups-api.ts';
import { useGroupsTranslations } from './groups-texts.ts';
import styles from './groups.module.css';

const NEW: Terms = {
  name: '',
  description: '',
  tier: null,
  limits: { dailyMessages: null, moonshotDaily: null, agentRequests: null },
  models: null,
  agents: null,
  tools: null,
  claims: [],
};

const termsOf = ({ id: _id, createdAt: _createdAt, members: _members, ...terms }: Group): Terms => terms;

const isComplete = ({ name, models, limits }: Terms): boolean =>
  name.trim() !== '' && models?.length !== 0 && !Object.values(limits).some((limit) => Number.isNaN(limit));

interface EditProps {
  /** Undefined: a new one. */
  readonly group: Group | undefined;
  readonly providers: Groups['providers'];
  readonly onClose: () => void;
}

/** A new group needs no reason; it gives nothing before it has members. */
const useCreate = (onClose: () => void) => {
  const t = useGroupsTranslations();
  const dispatch = useAppDispatch();
  const [create, { isLoading: busy, error }] = groupsApi.useCreateGroupMutation();
  const submit = async (terms: Terms): Promise<void> => {
    const { data } = await create(terms);
    if (!data) return;
    onClose();
    dispatch(adminToast('success', t('isCreated', { name: terms.name })));
  };
  return { submit, busy, failure: error ? getErrorMessage(error, t('failedToSave')) : null };
};

/** Makes a group, or changes what it gives. */
export const GroupDialog = ({ group, providers, onClose }: EditProps) => {
  const t = useGroupsTranslations();
  const common = useTranslations();
  const [before] = useState<Terms>(() => (group ? termsOf(group) : NEW));
  const [terms, setTerms] = useState(before);
  const [texts, setTexts] = useState(() => toClaimTexts(terms));
  const [change] = groupsApi.useChangeGroupMutation();
  const creation = useCreate(onClose);
  const wanted = { ...terms, name: terms.name.trim(), claims: toClaims(texts) };
  const form = useReasonForm({
    run: (reason) => change({ id: group?.id ?? '', ...wanted, before, reason }),
    successText: t('isChanged', { name: wanted.name }),
    onClose,
  });
  const { busy, failure } = group ? form : creation;
  const fields = { terms, onTerms: (part: Partial<Terms>) => setTerms({ ...terms, ...part }) };
  const submit = (): void => (group ? form.submit() : void creation.submit(wanted));
  return (
    <Dialog title={group ? t('editTitle', { name: group.name }) : t('newTitle')} size="l" onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(terms) && !busy) submit();
        }}
      >
        <BasicFields {...fields} />
        <ListFields {...fields} />
        <ClaimFields providers={providers} texts={texts} onTexts={setTexts} />
        {group ? <ReasonField label={common('reason')} form={form} /> : null}
        {failure ? (
          <Notice tone="danger">
            <LazyServerText text={failure} />
          </Notice>
        ) : null}
        <div className={dialogStyles['actions']}>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!isComplete(terms) || busy}>
            {t(group ? 'save' : 'create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

/** Members lose at once what only this group gave. */
export const DeleteGroupDialog = ({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) => {
  const t = useGroupsTranslations();
  const { id, name, members } = group;
  const [remove] = groupsApi.useDeleteGroupMutation();
  const form = useReasonForm({
    run: (reason) => remove({ id, reason }),
    successText: t('isDeleted', { name }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('deleteTitle', { name })}
      text={t('deleteText', { count: members })}
      action={t('delete')}
      danger
      form={form}
      onClose={onClose}
    />
  );
};
