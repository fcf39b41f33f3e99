import { useEffect, useRef, useState } from 'react';

import { isApiFailure } from '../../../lib/api-error.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../../ui/forms/setting-row.tsx';
import { identityApi, type SignInWays } from '../identity-api.ts';
import { ProviderIcon } from '../sign-in/brand-icon.tsx';
import { openSignInPopup, type PopupResult, providerUrl } from '../sign-in/sign-in-popup.ts';
import { describeReason } from '../sign-in/sign-in-reasons.ts';
import { t as translate, useTranslations } from '../texts.ts';
import { type LinkedWays, ownAccountApi } from './own-account-api.ts';
import styles from './own-account.module.css';

type Linked = LinkedWays['identities'][number];
type Provider = SignInWays['oidc'][number];

const explain = (error: unknown): string | null => {
  if (!isApiFailure(error)) return null;
  return describeReason(error.code ?? '') ?? (error.status === 409 ? translate('linkTaken') : error.message);
};

interface Failure {
  readonly title: string;
  readonly reason: string | null;
}

/** Links by the provider's popup, as signing in does. */
const useLink = (onFailure: (failure: Failure | null) => void) => {
  const t = useTranslations();
  const [link, { isLoading }] = ownAccountApi.useLinkIdentityMutation();
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const fail = (reason: string | null): void => onFailure({ title: t('linkFailed'), reason });
  const onResult = async (result: PopupResult): Promise<void> => {
    if (!('code' in result)) {
      fail('error' in result ? (describeReason(result.reason) ?? result.error) : null);
      return;
    }
    const { error } = await link({ code: result.code });
    if (error) fail(explain(error));
  };
  const start = ({ id }: Provider): void => {
    end.current?.();
    onFailure(null);
    end.current = openSignInPopup(providerUrl(id), { onResult: (result) => void onResult(result), onClosed: () => {} });
    if (end.current === null) onFailure({ title: t('popupBlocked'), reason: t('popupHint') });
  };
  return { start, isLinking: isLoading };
};

const LinkedRow = ({ linked, onFailure }: { linked: Linked; onFailure: (failure: Failure | null) => void }) => {
  const t = useTranslations();
  const [unlink, { isLoading }] = ownAccountApi.useUnlinkIdentityMutation();
  const submit = async (): Promise<void> => {
    onFailure(null);
    const { error } = await unlink(linked.id);
    if (error) onFailure({ title: t('unlinkFailed'), reason: explain(error) });
  };
  return (
    <SettingRow
      label={
        <span className={styles['provider']}>
          <ProviderIcon icon={linked.icon} />
          <bdi>{linked.label}</bdi>
        </span>
      }
      note={t('linkedSince', { date: formatDay(linked.createdAt) ?? '' })}
    >
      <Button
        size="s"
        busy={isLoading}
        aria-label={t('unlinkNamed', { provider: linked.label })}
        onClick={() => void submit()}
      >
        {t('unlink')}
      </Button>
    </SettingRow>
  );
};

const Content = ({ ways, linked }: { readonly ways: SignInWays; readonly linked: LinkedWays }) => {
  const t = useTranslations();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { start, isLinking } = useLink(setFailure);
  const others = ways.oidc.filter(({ id }) => !linked.identities.some(({ provider }) => provider === id));
  return (
    <SettingSection name="sign-in" title={t('waysTitle')}>
      <p className={styles['saved']}>{t(linked.identities.length === 0 ? 'waysNone' : 'waysNote')}</p>
      {linked.identities.map((identity) => (
        <LinkedRow key={identity.id} linked={identity} onFailure={setFailure} />
      ))}
      {failure ? (
        <Notice tone="danger">
          <strong>{failure.title}</strong>
          {failure.reason === null ? null : <div>{failure.reason}</div>}
        </Notice>
      ) : null}
      <div className={styles['providers']}>
        {others.map((provider) => (
          <Button
            key={provider.id}
            size="s"
            disabled={isLinking}
            icon={<ProviderIcon icon={provider.icon} />}
            onClick={() => start(provider)}
          >
            {t('link', { provider: provider.label })}
          </Button>
        ))}
      </div>
    </SettingSection>
  );
};

/** Accounts elsewhere that sign in to this account; nothing where there is none to link. */
export const LinkedWaysSetting = () => {
  const { data: ways } = identityApi.useSignInWaysQuery();
  const { data: linked } = ownAccountApi.useLinkedWaysQuery();
  const isEmpty = ways?.oidc.length === 0 && linked?.identities.length === 0;
  return ways && linked && !isEmpty ? <Content ways={ways} linked={linked} /> : null;
};
