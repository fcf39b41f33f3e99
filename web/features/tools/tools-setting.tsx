import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';

import { MAX_TOOL_SERVERS, type ToolSignInOutcome } from '../../../src/shared/tools.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { toolSignInSet } from '../../state/tools-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { OwnServerForm, SavedNotice } from './own-server-form.tsx';
import { ServerCard } from './server-card.tsx';
import { useTranslations, type TextKey } from './texts.ts';
import { toolsApi, type Tools, type ToolServer } from './tools-api.ts';
import styles from './tools-setting.module.css';

const SIGN_IN_TEXTS: Readonly<Record<ToolSignInOutcome, TextKey>> = {
  done: 'signedIn',
  refused: 'signInRefused',
  lost: 'signInLost',
  unreachable: 'signInUnreachable',
};

/** How the sign-in at a server's page went, said once. */
const SignInNotice = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const signIn = useAppSelector(({ tools }) => tools.signIn);
  const [shown] = useState(signIn);
  useEffect(() => {
    if (shown !== null) dispatch(toolSignInSet(null));
  }, [dispatch, shown]);
  if (shown === null) return null;
  return <Notice tone={shown === 'done' ? 'positive' : 'danger'}>{t(SIGN_IN_TEXTS[shown])}</Notice>;
};

const AddServer = ({ own }: { readonly own: number }) => {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<ToolServer | null>(null);
  const isFull = own >= MAX_TOOL_SERVERS;
  if (isOpen)
    return (
      <OwnServerForm
        server={null}
        onDone={(server) => {
          setSaved(server);
          setOpen(false);
        }}
      />
    );
  return (
    <>
      {saved ? <SavedNotice server={saved} /> : null}
      <SettingRow label={t('newServer')} note={isFull ? t('tooMany', { count: MAX_TOOL_SERVERS }) : t('newServerNote')}>
        <Button size="s" icon={<Plus />} disabled={isFull} onClick={() => setOpen(true)}>
          {t('addServer')}
        </Button>
      </SettingRow>
    </>
  );
};

const Content = ({ enabled, mayAdd, servers }: Tools) => {
  const t = useTranslations();
  const own = servers.filter(({ origin }) => origin === 'own');
  const shared = servers.filter(({ origin }) => origin !== 'own');
  return (
    <>
      {enabled ? <p className={styles['intro']}>{t('about')}</p> : <Notice>{t('disabled')}</Notice>}
      {mayAdd || own.length > 0 ? (
        <SettingSection title={t('ownServers')}>
          {own.map((server) => (
            <ServerCard key={server.id} server={server} />
          ))}
          {mayAdd ? <AddServer own={own.length} /> : null}
        </SettingSection>
      ) : null}
      {shared.length > 0 ? (
        <SettingSection title={t('sharedServers')}>
          {shared.map((server) => (
            <ServerCard key={server.id} server={server} />
          ))}
        </SettingSection>
      ) : null}
      {servers.length === 0 && !mayAdd && enabled ? <Notice>{t('none')}</Notice> : null}
    </>
  );
};

/** The servers of tools in the settings: what each may do, and one's own. */
export const ToolsSetting = () => {
  const t = useTranslations();
  const query = toolsApi.useToolsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <SignInNotice />
      <Loaded query={query} lines={4} loading={t('loading')} failed={t('loadFailed')}>
        {(tools) => <Content {...tools} />}
      </Loaded>
    </>
  );
};
