import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { t as panelText } from '../texts.ts';
import { ServerRow } from './server-row.tsx';
import { SharedServerDialog } from './shared-server-dialog.tsx';
import { sharedServersApi, type SharedToolServer } from './shared-servers-api.ts';
import { useToolsTranslations } from './tools-texts.ts';
import styles from './tools.module.css';

interface OpenProps {
  readonly server: SharedToolServer;
  readonly onClose: () => void;
}

const RemoveDialog = ({ server: { id, name, users }, onClose }: OpenProps) => {
  const t = useToolsTranslations();
  const [remove, { isLoading, error }] = sharedServersApi.useRemoveSharedServerMutation();
  return (
    <AlertDialog
      title={t('removeTitle', { server: name })}
      text={error ? getErrorMessage(error, panelText('didNotWork')) : t('removeText', { count: users })}
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

/** What is open: the form of one server or of a new one, or the question whether to remove one. */
type Open = { readonly server: SharedToolServer | null; readonly as: 'form' | 'removal' };

interface ServerListProps {
  readonly servers: readonly SharedToolServer[];
  readonly onOpen: (open: Open) => void;
}

const ServerList = ({ servers, onOpen }: ServerListProps) => {
  const t = useToolsTranslations();
  if (servers.length === 0) return <p className={styles['none']}>{t('none')}</p>;
  return (
    <ul className={styles['servers']} aria-label={t('servers')}>
      {servers.map((server) => (
        <ServerRow
          key={server.id}
          server={server}
          onChange={() => onOpen({ server, as: 'form' })}
          onRemove={() => onOpen({ server, as: 'removal' })}
        />
      ))}
    </ul>
  );
};

/** The servers of operator and admins. */
export const ServersCard = () => {
  const t = useToolsTranslations();
  const isAdmin = useIsAdmin();
  const query = sharedServersApi.useSharedServersQuery(undefined, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Card
      title={t('servers')}
      note={t('serversNote')}
      actions={isAdmin ? <Button onClick={() => setOpen({ server: null, as: 'form' })}>{t('add')}</Button> : null}
    >
      <LoadState query={query} lines={4} loading={t('loading')} failed={t('loadFailed')} />
      {query.data ? <ServerList servers={query.data.servers} onOpen={setOpen} /> : null}
      {open?.as === 'form' ? <SharedServerDialog server={open.server} onClose={close} /> : null}
      {open?.as === 'removal' && open.server ? <RemoveDialog server={open.server} onClose={close} /> : null}
    </Card>
  );
};
