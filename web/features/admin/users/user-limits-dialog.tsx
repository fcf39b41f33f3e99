import { useState } from 'react';

import { formatDay } from '../../../lib/format-date.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { focusInvalid } from '../shared/focus-invalid.ts';
import forms from '../shared/forms.module.css';
import { LimitField } from '../shared/number-field.tsx';
import { adminApi, type UserLimits, type UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
import { ReasonField, useReasonForm } from '../shared/reason-dialog.tsx';
import { useTranslations } from '../texts.ts';
import { formatLimit } from './user-label.ts';
import styles from './users.module.css';
import { formatDateTime, useTierName } from '../shared/labels.ts';

const AUTH_MODE_LABELS: Readonly<Record<UserRow['authMode'], UsersTextKey>> = {
  email: 'email',
  phone: 'phone',
  apikey: 'authApiKey',
};

const UserFacts = ({ user }: { readonly user: UserRow }) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  return (
    <dl className={forms['facts']}>
      <dt>{t('email')}</dt>
      <dd>{user.email ?? t('noEmail')}</dd>
      {user.phoneNumber ? (
        <>
          <dt>{t('phone')}</dt>
          <dd>
            <bdi>{user.phoneNumber}</bdi>
          </dd>
        </>
      ) : null}
      <dt>{t('name')}</dt>
      <dd>
        <bdi dir="auto">{user.name}</bdi>
      </dd>
      <dt>{t('subscription')}</dt>
      <dd>{tierName(user.subscription)}</dd>
      <dt>{t('dailyUsage')}</dt>
      <dd>{t('usedToday', { messages: user.usage.daily, kimi: user.usage.moonshotDaily })}</dd>
      <dt>{t('authMethod')}</dt>
      <dd>{t(AUTH_MODE_LABELS[user.authMode])}</dd>
      <dt>{t('created')}</dt>
      <dd>{formatDay(user.createdAt)}</dd>
    </dl>
  );
};

const CurrentLimits = ({
  limits: { dailyMessages, moonshotDaily, setBy, setAt, reason },
}: {
  readonly limits: NonNullable<UserRow['customLimits']>;
}) => {
  const t = useUsersTranslations();
  return (
    <section className={styles['current']} aria-label={t('currentLimits')}>
      <h3>{t('currentLimits')}</h3>
      <p>
        {t('currentText', {
          daily: formatLimit(dailyMessages, t('planOwn'), t),
          kimi: formatLimit(moonshotDaily, t('planOwn'), t),
        })}
      </p>
      <p className={forms['note']}>{t('setBy', { who: setBy, when: formatDateTime(setAt), reason })}</p>
    </section>
  );
};

type Limits = NonNullable<UserLimits>;

/** No limits at all are sent as null. */
const toUserLimits = (limits: Limits, removed: boolean): UserLimits =>
  removed || (limits.dailyMessages === null && limits.moonshotDaily === null) ? null : limits;

const FIELDS = [
  ['dailyMessages', 'dailyLimit'],
  ['moonshotDaily', 'kimiLimit'],
] as const;

interface LimitsFormProps {
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
  /** Null: there is nothing to remove. */
  readonly onRemove: (() => void) | null;
}

const LimitsForm = ({ limits, onLimits, onRemove }: LimitsFormProps) => {
  const t = useUsersTranslations();
  return (
    <>
      {FIELDS.map(([name, label]) => (
        <LimitField
          key={name}
          label={t(label)}
          hint={t('emptyLimit')}
          placeholder={t('planOwnPlaceholder')}
          value={limits[name]}
          onValue={(value) => onLimits({ ...limits, [name]: value })}
          onEmpty={() => onLimits({ ...limits, [name]: null })}
        />
      ))}
      {onRemove ? (
        <Button size="s" variant="quiet" className={styles['remove']} onClick={onRemove}>
          {t('removeLimits')}
        </Button>
      ) : null}
    </>
  );
};

const NO_LIMITS: Limits = { dailyMessages: null, moonshotDaily: null };

/** Sets the daily limits of one account, which replace those of its plan. */
export const UserLimitsDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = useUsersTranslations();
  const common = useTranslations();
  const { customLimits } = user;
  const [save] = adminApi.useSetUserLimitsMutation();
  const [shown] = useState<UserLimits>(() => {
    if (!customLimits) return null;
    const { dailyMessages, moonshotDaily } = customLimits;
    return { dailyMessages, moonshotDaily };
  });
  const [limits, setLimits] = useState<Limits>(shown ?? NO_LIMITS);
  const [removed, setRemoved] = useState(false);
  const form = useReasonForm({
    run: (reason) => save({ uid: user.uid, limits: toUserLimits(limits, removed), before: shown, reason }),
    successText: t('limitsUpdated'),
    onClose,
  });
  return (
    <Dialog title={t('limitsTitle')} onClose={onClose}>
      <UserFacts user={user} />
      {customLimits ? <CurrentLimits limits={customLimits} /> : null}
      {removed ? (
        <Notice
          action={
            <Button size="s" onClick={() => setRemoved(false)}>
              {t('keepLimits')}
            </Button>
          }
        >
          {t('limitsRemoved')}
        </Notice>
      ) : (
        <LimitsForm limits={limits} onLimits={setLimits} onRemove={customLimits ? () => setRemoved(true) : null} />
      )}
      <ReasonField label={t('overrideReason')} form={form} />
      {form.failure ? (
        <Notice tone="danger">
          <strong>{t('limitsFailed')}</strong>
          <LazyServerText text={form.failure}>{(told) => <span>{` ${told}`}</span>}</LazyServerText>
        </Notice>
      ) : null}
      <div className={forms['buttons']}>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button
          variant="primary"
          busy={form.busy}
          onClick={({ currentTarget }) => {
            if (!focusInvalid(currentTarget)) form.submit();
          }}
        >
          {common('saveChanges')}
        </Button>
      </div>
    </Dialog>
  );
};
