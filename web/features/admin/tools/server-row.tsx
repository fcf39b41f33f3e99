import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { ServerState } from '../../../ui/tool-servers/server-state.tsx';
import { isToolChanged } from '../../../ui/tool-servers/tool-changed.ts';
import { ToolList } from '../../../ui/tool-servers/tool-list.tsx';
import type { ChooseMode } from '../../../ui/tool-servers/tool-row.tsx';
import { FailureNotice } from '../shared/failure-notice.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { useAudienceText } from './audience-text.ts';
import { sharedServersApi, toEntered, type SharedToolServer } from './shared-servers-api.ts';
import { useToolsTranslations } from './tools-texts.ts';
import styles from './tools.module.css';

interface ServerRowProps {
  readonly server: SharedToolServer;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

const Actions = ({ server: { name, origin }, onChange, onRemove }: ServerRowProps) => {
  const t = useToolsTranslations();
  return (
    <>
      <Button size="s" aria-label={t('changeOf', { server: name })} onClick={onChange}>
        {t('change')}
      </Button>
      {origin === 'operator' ? null : (
        <Button size="s" aria-label={t('removeOf', { server: name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </>
  );
};

const Facts = ({ server }: Pick<ServerRowProps, 'server'>) => {
  const t = useToolsTranslations();
  const { url, audience, auth, users } = server;
  const who = useAudienceText(audience);
  return (
    <>
      <bdi dir="ltr" className={styles['address']}>
        {url ?? t('program')}
      </bdi>
      <span className={styles['about']}>
        {who}
        {auth === 'oauth' ? ` · ${t('signedInCount', { count: users })}` : ''}
      </span>
      <ServerState server={server} />
    </>
  );
};

/** A server of the installation: who has it, what its tools may do at most. */
export const ServerRow = ({ server, onChange, onRemove }: ServerRowProps) => {
  const t = useToolsTranslations();
  const isAdmin = useIsAdmin();
  const [save, saving] = sharedServersApi.useSaveSharedServerMutation();
  const [setMode, mode] = sharedServersApi.useSetSharedModeMutation();
  const { id, name, origin, enabled, tools } = server;
  const error = saving.error ?? (isToolChanged(mode.error) ? undefined : mode.error);
  const limit: ChooseMode = async ({ name: tool, digest }, chosen) =>
    !isToolChanged((await setMode({ id, tool, digest, mode: chosen })).error);
  return (
    <li className={styles['server']}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <span className={styles['name']}>
            <bdi>{name}</bdi>
            {origin === 'operator' ? <Badge>{t('ofOperator')}</Badge> : null}
          </span>
          <Facts server={server} />
        </div>
        <div className={styles['actions']}>
          {isAdmin ? <Actions server={server} onChange={onChange} onRemove={onRemove} /> : null}
          <Switch
            label={t('enabledOf', { server: name })}
            checked={enabled}
            disabled={!isAdmin || saving.isLoading}
            onChange={(isOn) => void save({ before: server, body: { ...toEntered(server), enabled: isOn } })}
          />
        </div>
      </div>
      {error ? <FailureNotice error={error} /> : null}
      <ToolList server={name} tools={tools} isLimit onMode={isAdmin ? limit : undefined} />
    </li>
  );
};
