import { Wrench } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import { NEW_CHAT_DRAFT } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectChosenServers, toolChoiceForgotten, toolServersChosen } from '../../state/tools-slice.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslations } from './texts.ts';
import { toolsApi, type ToolServer } from './tools-api.ts';
import styles from './tools-menu.module.css';
import { ToolsPanel } from './tools-panel.tsx';

export interface ToolsMenuProps {
  /** Null: the chat to be begun. */
  readonly chatId: string | null;
  /** Those that the server remembers for the chat. */
  readonly stored: readonly string[] | undefined;
  readonly servers: readonly ToolServer[];
  /** Shows the servers in the settings. */
  readonly onManage: () => void;
}

const NONE: readonly string[] = [];

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

/** What is on: as chosen here, else as the server remembers; of servers that are gone nothing. */
const useChoice = ({ chatId, stored, servers }: Pick<ToolsMenuProps, 'chatId' | 'stored' | 'servers'>) => {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => selectChosenServers(state, chatId));
  const isSent = chosen !== undefined && stored !== undefined && isSame(chosen, stored);
  useEffect(() => {
    // Another page may change it from now on.
    if (isSent && chatId !== null) dispatch(toolChoiceForgotten(chatId));
  }, [dispatch, isSent, chatId]);
  const on = (chosen ?? stored ?? NONE).filter((id) => servers.some((server) => server.id === id));
  const choose = (ids: readonly string[]): void => {
    dispatch(toolServersChosen({ key: chatId ?? NEW_CHAT_DRAFT, ids }));
  };
  return { on, choose };
};

/** Switches the tools of servers on and off for a chat. */
export const ToolsMenu = ({ chatId, stored, servers, onManage }: ToolsMenuProps) => {
  const t = useTranslations();
  const id = useId();
  const triggerId = `${id}-trigger`;
  const [open, setOpen] = useState(false);
  const { on, choose } = useChoice({ chatId, stored, servers });
  const { refetch } = toolsApi.useToolsQuery();
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        type="button"
        id={triggerId}
        className={cx(styles['trigger'], on.length > 0 && styles['on'])}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={t('tools')}
        aria-description={t('serversOn', { count: on.length })}
        title={t('tools')}
        onClick={() => {
          void refetch();
          setOpen(true);
        }}
      >
        <Wrench aria-hidden="true" />
        {/* Text from CSS, because a button's name must contain its visible text. */}
        {on.length > 0 ? <span aria-hidden="true" className={styles['count']} data-count={on.length} /> : null}
      </button>
      {open ? (
        <ToolsPanel
          id={id}
          triggerId={triggerId}
          servers={servers}
          on={on}
          onChoose={choose}
          onManage={() => {
            close();
            onManage();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
};
