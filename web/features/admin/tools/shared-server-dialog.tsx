import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { TIERS } from '../../../../src/shared/tiers.ts';
import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { ServerFieldset } from '../../../ui/tool-servers/server-fields.tsx';
import { useServerFields } from '../../../ui/tool-servers/use-server-fields.ts';
import { Choices } from '../groups/choice-list.tsx';
import { groupsApi } from '../groups/groups-api.ts';
import { FailureNotice } from '../shared/failure-notice.tsx';
import styles from '../shared/forms.module.css';
import { useTierName } from '../shared/labels.ts';
import { useTranslations } from '../texts.ts';
import { sharedServersApi, toEntered, type Audience, type SharedToolServer } from './shared-servers-api.ts';
import { useToolsTranslations } from './tools-texts.ts';
import toolsStyles from './tools.module.css';

const EVERYBODY: Audience = { tiers: null, groups: null };

interface AudienceProps {
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
}

const isEverybody = ({ tiers, groups }: Audience): boolean => tiers === null && groups === null;

const AudienceFields = ({ audience, onChange }: AudienceProps) => {
  const t = useToolsTranslations();
  const tierName = useTierName();
  const { data } = groupsApi.useGroupsQuery();
  const groups = data?.groups ?? [];
  const everybody = isEverybody(audience);
  return (
    <>
      <SelectField
        label={t('audience')}
        value={everybody ? 'everybody' : 'chosen'}
        options={[
          ['everybody', t('everybody')],
          ['chosen', t('chosen')],
        ]}
        onText={(text) => onChange(text === 'everybody' ? EVERYBODY : { tiers: [], groups: [] })}
      />
      {everybody ? null : (
        <div className={toolsStyles['audience']}>
          <fieldset>
            <legend className={styles['legend']}>{t('plans')}</legend>
            <Choices
              label={t('plans')}
              choices={TIERS.map((id) => ({ id, name: tierName(id) }))}
              value={audience.tiers}
              onValue={(tiers) => onChange({ ...audience, tiers: [...(tiers ?? [])] })}
            />
          </fieldset>
          {groups.length > 0 ? (
            <fieldset>
              <legend className={styles['legend']}>{t('groups')}</legend>
              <Choices
                label={t('groups')}
                choices={groups.map(({ id, name }) => ({ id, name }))}
                value={audience.groups}
                onValue={(ids) => onChange({ ...audience, groups: [...(ids ?? [])] })}
              />
            </fieldset>
          ) : null}
        </div>
      )}
    </>
  );
};

const hasNobody = (audience: Audience): boolean =>
  !isEverybody(audience) && (audience.tiers ?? []).length + (audience.groups ?? []).length === 0;

interface SharedServerDialogProps {
  /** Null: a new one. */
  readonly server: SharedToolServer | null;
  readonly onClose: () => void;
}

const useSharedServer = ({ server, onClose }: SharedServerDialogProps) => {
  const t = useToolsTranslations();
  const dispatch = useAppDispatch();
  const fields = useServerFields(server);
  const [audience, setAudience] = useState<Audience>(server?.audience ?? EVERYBODY);
  const [save, { isLoading, error }] = sharedServersApi.useSaveSharedServerMutation();
  const [before] = useState(server);
  const isFixed = server?.origin === 'operator';
  /** False: something has to be put right first. */
  const submit = async (): Promise<boolean> => {
    const entered = server && isFixed ? toEntered(server) : flushSync(() => fields.submit());
    if (!entered || hasNobody(audience)) return false;
    const { data } = await save({
      before,
      body: { ...entered, audience, enabled: server?.enabled ?? true },
    });
    if (!data) return true;
    onClose();
    const { name, state, tools } = data.server;
    const text = state === 'ready' ? t('works', { server: name, count: tools.length }) : t('saved', { server: name });
    dispatch(adminToast('success', text));
    return true;
  };
  return { fields, audience, setAudience, submit, isLoading, error, isFixed };
};

/** Adds or changes a server for everybody, for plans or for groups. Saving reads its tools. */
export const SharedServerDialog = (props: SharedServerDialogProps) => {
  const { server, onClose } = props;
  const t = useToolsTranslations();
  const common = useTranslations();
  const form = useSharedServer(props);
  const ref = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Dialog title={server ? t('changeOf', { server: server.name }) : t('addTitle')} size="m" onClose={onClose}>
      <form ref={ref} noValidate className={styles['fields']} onSubmit={(event) => void submit(event)}>
        {form.isFixed ? <Notice>{t('fixed')}</Notice> : <ServerFieldset form={form.fields} />}
        <AudienceFields audience={form.audience} onChange={form.setAudience} />
        {hasNobody(form.audience) ? <Notice tone="warning">{t('nobodyYet')}</Notice> : null}
        {form.error ? <FailureNotice error={form.error} /> : null}
        <div className={dialogStyles['actions']}>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.isLoading}>
            {t('saveAndTest')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
