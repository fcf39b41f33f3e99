import { Settings } from 'lucide-react';

import { MAX_SERVERS_PER_CHAT } from '../../../src/shared/tools.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { PopoverDialog } from '../../ui/overlays/popover-dialog.tsx';
import { ServerState } from '../../ui/tool-servers/server-state.tsx';
import { ToolList } from '../../ui/tool-servers/tool-list.tsx';
import styles from './tools-panel.module.css';
import { useTranslations } from './texts.ts';
import type { ToolServer } from './tools-api.ts';
import { useServerActions } from './use-servers.ts';

interface ServerRowProps {
  readonly server: ToolServer;
  readonly isOn: boolean;
  /** No further one can be on in this chat. */
  readonly isFull: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

const ServerRow = ({ server, isOn, isFull, onSwitch }: ServerRowProps) => {
  const t = useTranslations();
  const { name, state, tools } = server;
  const actions = useServerActions(server);
  const isUsable = state === 'ready';
  return (
    <li className={styles['server']} data-testid="tool-server">
      <div className={styles['head']}>
        <div className={styles['words']}>
          <bdi className={styles['name']}>{name}</bdi>
          {isUsable ? null : <ServerState server={server} />}
        </div>
        {state === 'sign-in' ? (
          <Button
            size="s"
            busy={actions.busy}
            aria-label={t('signInTo', { server: name })}
            onClick={() => void actions.signIn()}
          >
            {t('signIn')}
          </Button>
        ) : null}
        {state === 'unreachable' ? (
          <Button size="s" busy={actions.busy} aria-label={t('tryAgainOf', { server: name })} onClick={actions.refresh}>
            {t('tryAgain')}
          </Button>
        ) : null}
        {isUsable || isOn ? (
          <Switch
            label={t('useServer', { server: name })}
            checked={isOn}
            disabled={!isOn && isFull}
            onChange={onSwitch}
          />
        ) : null}
      </div>
      {actions.failure ? <Notice tone="danger">{actions.failure}</Notice> : null}
      <ToolList server={name} tools={tools} onMode={actions.setMode} />
    </li>
  );
};

interface ToolsPanelProps {
  readonly id: string;
  readonly triggerId: string;
  readonly servers: readonly ToolServer[];
  /** Ids of those that are on in this chat. */
  readonly on: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onManage: () => void;
  readonly onClose: () => void;
}

/** Which servers' tools this chat may use, and what each tool may do. */
export const ToolsPanel = ({ id, triggerId, servers, on, onChoose, onManage, onClose }: ToolsPanelProps) => {
  const t = useTranslations();
  const isFull = on.length >= MAX_SERVERS_PER_CHAT;
  const toggle = (serverId: string, isOn: boolean): void =>
    onChoose(isOn ? [...on, serverId] : on.filter((one) => one !== serverId));
  return (
    <PopoverDialog id={id} title={t('toolsOfChat')} triggerId={triggerId} onClose={onClose}>
      <ul className={styles['servers']} aria-label={t('servers')}>
        {servers.map((server) => (
          <ServerRow
            key={server.id}
            server={server}
            isOn={on.includes(server.id)}
            isFull={isFull}
            onSwitch={(isOn) => toggle(server.id, isOn)}
          />
        ))}
      </ul>
      {isFull ? <p className={styles['note']}>{t('full', { count: MAX_SERVERS_PER_CHAT })}</p> : null}
      <div className={styles['foot']}>
        <Button variant="quiet" size="s" icon={<Settings />} onClick={onManage}>
          {t('manage')}
        </Button>
      </div>
    </PopoverDialog>
  );
};
