import { getErrorMessage } from '../../../lib/api-error.ts';
import { formatDateAndTime } from '../../../lib/format-date.ts';
import type { Translator } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow } from '../../../ui/forms/setting-row.tsx';
import { useTranslations, type TextKey } from '../texts.ts';
import { ownAccountApi, type OwnSession } from './own-account-api.ts';
import styles from './own-account.module.css';

const METHOD_LABELS: Readonly<Record<string, TextKey>> = {
  password: 'methodPassword',
  phone: 'methodPhone',
  google: 'methodGoogle',
  provider: 'methodProvider',
  link: 'methodLink',
  setup: 'methodSetup',
  'two-step': 'methodTwoStep',
  passkey: 'methodPasskey',
};

const describeSession = (t: Translator<TextKey>, { method, createdAt, lastUsedAt }: OwnSession): string => {
  const label = METHOD_LABELS[method];
  const facts = { made: formatDateAndTime(createdAt), used: formatDateAndTime(lastUsedAt) };
  return label === undefined ? t('sessionFacts', facts) : t('sessionFactsBy', { ...facts, method: t(label) });
};

const SessionRow = ({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) => {
  const t = useTranslations();
  const device = session.device || t('unknownDevice');
  const label = (
    <span className={styles['device']}>
      <bdi>{device}</bdi>
      {session.current ? <Badge tone="accent">{t('currentDevice')}</Badge> : null}
    </span>
  );
  return (
    <SettingRow label={label} note={describeSession(t, session)}>
      {session.current ? null : (
        <Button size="s" busy={busy} aria-label={t('endSessionOn', { device })} onClick={onEnd}>
          {t('endSession')}
        </Button>
      )}
    </SettingRow>
  );
};

const SessionList = ({ sessions }: { readonly sessions: readonly OwnSession[] }) => {
  const t = useTranslations();
  const [end, one] = ownAccountApi.useEndSessionMutation();
  const [endOthers, others] = ownAccountApi.useEndOtherSessionsMutation();
  const error = one.error ?? others.error;
  const sorted = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      {error ? <Notice tone="danger">{getErrorMessage(error, t('sessionNotEnded'))}</Notice> : null}
      {sorted.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={one.isLoading && one.originalArgs === session.id}
          onEnd={() => void end(session.id)}
        />
      ))}
      {sessions.length > 1 ? (
        <SettingRow label={t('otherSessions')} note={t('otherSessionsNote')}>
          <Button size="s" busy={others.isLoading} onClick={() => void endOthers()}>
            {t('endOthers')}
          </Button>
        </SettingRow>
      ) : null}
    </>
  );
};

/** Where the account is signed in, each session with the way to end it. */
export const SessionsSetting = () => {
  const t = useTranslations();
  const query = ownAccountApi.useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query} lines={2} loading={t('sessionsLoading')} failed={t('sessionsFailed')}>
      {({ sessions }) => <SessionList sessions={sessions} />}
    </Loaded>
  );
};
