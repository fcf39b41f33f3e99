import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { t as panelText } from '../texts.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { type EnteredProvider, type ProviderGroup, providersApi } from './providers-api.ts';
import styles from './providers.module.css';
import { type ProvidersTextKey, useProvidersTranslations } from './providers-texts.ts';

const TITLES = { models: 'modelsTitle', search: 'searchTitle', mail: 'mailTitle' } as const;
const NOTES = { models: 'modelsNote', search: 'searchNote', mail: 'mailNote' } as const;
const STATES: Readonly<Record<EnteredProvider['state'], ProvidersTextKey>> = {
  serving: 'stateServing',
  overridden: 'stateOverridden',
  locked: 'stateLocked',
};

/** One provider serves searches and mails. */
const isFull = ({ need, providers }: ProviderGroup): boolean => need !== 'models' && providers.length > 0;

interface RowProps {
  readonly provider: EnteredProvider;
  readonly kindLabel: string;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

/** Of a key that cannot be read any more there is nothing to show. */
const keyText = ({ hasKey, keyHint, state }: EnteredProvider): string =>
  hasKey && state !== 'locked' ? `••••${keyHint}` : '';

const RowActions = ({ provider: { label, state }, onChange, onRemove }: Omit<RowProps, 'kindLabel'>) => {
  const t = useProvidersTranslations();
  return (
    <div className={styles['actions']}>
      <Button size="s" disabled={state === 'overridden'} aria-label={t('changeOf', { name: label })} onClick={onChange}>
        {t('change')}
      </Button>
      <Button size="s" aria-label={t('removeOf', { name: label })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </div>
  );
};

const ProviderRow = ({ provider, kindLabel, onChange, onRemove }: RowProps) => {
  const t = useProvidersTranslations();
  const isAdmin = useIsAdmin();
  const { label, baseUrl, state } = provider;
  const about = [label === kindLabel ? '' : kindLabel, baseUrl ?? ''].filter(Boolean);
  return (
    <li className={styles['row']}>
      <div className={styles['name']}>
        {label}
        {about.map((text) => (
          <bdi key={text} className={styles['about']}>
            {text}
          </bdi>
        ))}
      </div>
      <div className={styles['state']}>
        <span aria-hidden="true" className={styles['dot']} data-state={state} />
        {t(STATES[state])}
        {isAdmin && keyText(provider) ? (
          <bdi className={styles['key']} aria-label={t('keyEnds', { letters: provider.keyHint })}>
            {keyText(provider)}
          </bdi>
        ) : null}
      </div>
      {isAdmin ? <RowActions provider={provider} onChange={onChange} onRemove={onRemove} /> : null}
    </li>
  );
};
const ConfiguredRow = ({ label, variable }: ProviderGroup['configured'][number]) => {
  const t = useProvidersTranslations();
  return (
    <li className={styles['row']}>
      <div className={styles['name']}>{label}</div>
      <div className={styles['state']}>
        <span aria-hidden="true" className={styles['dot']} data-state="environment" />
        {t('byEnvironment', { variable })}
      </div>
    </li>
  );
};

const RemoveDialog = ({ provider, onClose }: { readonly provider: EnteredProvider; readonly onClose: () => void }) => {
  const t = useProvidersTranslations();
  const [remove, { isLoading, error }] = providersApi.useRemoveProviderMutation();
  const text = error ? getErrorMessage(error, panelText('didNotWork')) : t('removeText');
  return (
    <AlertDialog
      title={t('removeTitle', { name: provider.label })}
      text={text}
      action={t('remove')}
      busy={isLoading}
      onCancel={onClose}
      onConfirm={() => {
        void remove(provider.id).then(({ data }) => {
          if (data) onClose();
        });
      }}
    />
  );
};

/** What is open: the form of one provider or of a new one, or the question whether to remove one. */
type Open = { readonly provider: EnteredProvider | null; readonly as: 'form' | 'removal' };

interface RowsProps {
  readonly group: ProviderGroup;
  readonly onOpen: (open: Open) => void;
}

const ProviderRows = ({ group: { need, kinds, configured, providers }, onOpen }: RowsProps) => {
  const t = useProvidersTranslations();
  if (configured.length + providers.length === 0)
    return <p className={styles['none']}>{t(need === 'mail' ? 'noneMail' : 'none')}</p>;
  return (
    <ul className={styles['rows']} aria-label={t(TITLES[need])}>
      {configured.map((each) => (
        <ConfiguredRow key={each.id} {...each} />
      ))}
      {providers.map((provider) => (
        <ProviderRow
          key={provider.id}
          provider={provider}
          kindLabel={kinds.find(({ id }) => id === provider.kind)?.label ?? provider.kind}
          onChange={() => onOpen({ provider, as: 'form' })}
          onRemove={() => onOpen({ provider, as: 'removal' })}
        />
      ))}
    </ul>
  );
};

const GroupCard = ({ group }: { readonly group: ProviderGroup }) => {
  const t = useProvidersTranslations();
  const [open, setOpen] = useState<Open | null>(null);
  const { need, fixedBy } = group;
  const mayAdd = useIsAdmin() && fixedBy === null && !isFull(group);
  const close = (): void => setOpen(null);
  return (
    <Card
      title={t(TITLES[need])}
      note={t(NOTES[need])}
      actions={mayAdd ? <Button onClick={() => setOpen({ provider: null, as: 'form' })}>{t('add')}</Button> : null}
    >
      {fixedBy === null ? null : <Notice>{t('fixedBy', { variable: fixedBy })}</Notice>}
      <ProviderRows group={group} onOpen={setOpen} />
      {open?.as === 'form' ? <ProviderDialog group={group} provider={open.provider} onClose={close} /> : null}
      {open?.as === 'removal' && open.provider ? <RemoveDialog provider={open.provider} onClose={close} /> : null}
    </Card>
  );
};

/** Who answers, searches and sends mails; keys are entered, tested and replaced here. */
export const ProvidersTab = () => {
  const t = useProvidersTranslations();
  const query = providersApi.useProvidersQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <LoadState query={query} lines={6} loading={t('loading')} failed={t('loadFailed')} />
      {query.data?.groups.map((group) => (
        <GroupCard key={group.need} group={group} />
      ))}
    </>
  );
};
