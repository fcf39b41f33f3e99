import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { ServerState } from '../../ui/tool-servers/server-state.tsx';
import { ToolList } from '../../ui/tool-servers/tool-list.tsx';
import { OwnServerForm, SavedNotice } from './own-server-form.tsx';
import { useTranslations } from './texts.ts';
import { toolCallsApi } from './tool-calls-api.ts';
import type { ToolServer } from './tools-api.ts';
import styles from './tools-setting.module.css';
import { useServerActions } from './use-servers.ts';

interface RemoveDialogProps {
  readonly server: ToolServer;
  readonly onClose: () => void;
}

const RemoveDialog = ({ server: { id, name }, onClose }: RemoveDialogProps) => {
  const t = useTranslations();
  const [remove, { isLoading, error }] = toolCallsApi.useRemoveToolServerMutation();
  return (
    <AlertDialog
      title={t('removeTitle', { server: name })}
      text={error ? getErrorMessage(error, t('notRemoved')) : t('removeText')}
      action={t('remove')}
      busy={isLoading}
      onCancel={onClose}
      onConfirm={() => {
        void remove(id).then(({ data }) => {
          if (data) onClose();
        });
      }}
    />
  );
};

interface ActionsProps {
  readonly server: ToolServer;
  readonly actions: ReturnType<typeof useServerActions>;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

const AccessButton = ({
  server: { auth, state, signedIn, name },
  actions,
}: Pick<ActionsProps, 'server' | 'actions'>) => {
  const t = useTranslations();
  if (auth !== 'oauth') return null;
  if (state === 'sign-in' || !signedIn)
    return (
      <Button
        size="s"
        variant="primary"
        busy={actions.busy}
        aria-label={t('signInTo', { server: name })}
        onClick={() => void actions.signIn()}
      >
        {t('signIn')}
      </Button>
    );
  return (
    <Button size="s" busy={actions.busy} aria-label={t('signOutOf', { server: name })} onClick={actions.signOut}>
      {t('signOut')}
    </Button>
  );
};

const Actions = ({ server, actions, onChange, onRemove }: ActionsProps) => {
  const t = useTranslations();
  const { name, origin, state } = server;
  const isOff = state === 'off';
  return (
    <div className={styles['actions']}>
      {isOff ? null : (
        <>
          <AccessButton server={server} actions={actions} />
          <Button size="s" busy={actions.busy} aria-label={t('checkOf', { server: name })} onClick={actions.refresh}>
            {t('check')}
          </Button>
        </>
      )}
      {origin === 'own' && !isOff ? (
        <Button size="s" aria-label={t('changeOf', { server: name })} onClick={onChange}>
          {t('change')}
        </Button>
      ) : null}
      {origin === 'own' ? (
        <Button size="s" aria-label={t('removeOf', { server: name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      ) : null}
    </div>
  );
};

/** A server with its state, its tools, and what can be done with it. */
export const ServerCard = ({ server }: { readonly server: ToolServer }) => {
  const actions = useServerActions(server);
  const [open, setOpen] = useState<'form' | 'removal' | null>(null);
  const [saved, setSaved] = useState<ToolServer | null>(null);
  const { name, url, tools } = server;
  if (open === 'form')
    return (
      <OwnServerForm
        server={server}
        onDone={(changed) => {
          setSaved(changed);
          setOpen(null);
        }}
      />
    );
  return (
    <article className={styles['card']} aria-label={name}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <bdi className={styles['name']}>{name}</bdi>
          {url === null ? null : (
            <bdi dir="ltr" className={styles['address']}>
              {url}
            </bdi>
          )}
          <ServerState server={server} />
        </div>
        <Actions
          server={server}
          actions={actions}
          onChange={() => setOpen('form')}
          onRemove={() => setOpen('removal')}
        />
      </div>
      {saved ? <SavedNotice server={saved} /> : null}
      {actions.failure ? <Notice tone="danger">{actions.failure}</Notice> : null}
      <ToolList server={name} tools={tools} onMode={actions.setMode} />
      {open === 'removal' ? <RemoveDialog server={server} onClose={() => setOpen(null)} /> : null}
    </article>
  );
};
