import { useState } from 'react';

import { dayText } from '../../lib/when.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import forms from './forms.module.css';
import { peopleApi, type UserLimits, type UserRow } from './people-api.ts';
import { usePeopleTexts, type PeopleKey, type SayPeople } from './people-texts.ts';
import { ReasonField, useReasoned } from './reason-dialog.tsx';
import { useTexts } from './texts.ts';
import { useTold } from './use-told.ts';
import styles from './users.module.css';
import { momentText, useTierName } from './words.ts';

const AUTH: Readonly<Record<UserRow['authMode'], PeopleKey>> = { email: 'email', phone: 'phone', apikey: 'authApiKey' };
const UNLIMITED = -1;

const Facts = ({ user }: { readonly user: UserRow }) => {
  const t = usePeopleTexts();
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
      <dd>{t(AUTH[user.authMode])}</dd>
      <dt>{t('created')}</dt>
      <dd>{dayText(user.createdAt)}</dd>
    </dl>
  );
};

const limitText = (limit: number | null, t: SayPeople): string => {
  if (limit === null) return t('planOwn');
  return limit < 0 ? t('limitNone') : String(limit);
};

const Current = ({
  of: { dailyMessages, moonshotDaily, setBy, setAt, reason },
}: {
  readonly of: NonNullable<UserRow['customLimits']>;
}) => {
  const t = usePeopleTexts();
  return (
    <section className={styles['current']} aria-label={t('currentLimits')}>
      <h3>{t('currentLimits')}</h3>
      <p>{t('currentText', { daily: limitText(dailyMessages, t), kimi: limitText(moonshotDaily, t) })}</p>
      <p className={forms['note']}>{t('setBy', { who: setBy, when: momentText(setAt), reason })}</p>
    </section>
  );
};

const FieldRow = ({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (value: number) => void;
}) => {
  const t = usePeopleTexts();
  return (
    <div className={styles['field']}>
      <span aria-hidden="true">{label}</span>
      <LimitInput
        label={label}
        otherwise={UNLIMITED}
        placeholder={t('planOwnPlaceholder')}
        value={value}
        onValue={onValue}
      />
    </div>
  );
};

type Limits = NonNullable<UserLimits>;

/** Two fields without any value are the same as no limits of one's own. */
const wantedOf = (limits: Limits, removed: boolean): UserLimits =>
  removed || (limits.dailyMessages === null && limits.moonshotDaily === null) ? null : limits;

interface FormProps {
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
  /** Null where there is nothing to remove. */
  readonly onRemove: (() => void) | null;
}

const Form = ({ limits, onLimits, onRemove }: FormProps) => {
  const t = usePeopleTexts();
  return (
    <>
      <FieldRow
        label={t('dailyLimit')}
        value={limits.dailyMessages}
        onValue={(dailyMessages) => onLimits({ ...limits, dailyMessages })}
      />
      <FieldRow
        label={t('kimiLimit')}
        value={limits.moonshotDaily}
        onValue={(moonshotDaily) => onLimits({ ...limits, moonshotDaily })}
      />
      {onRemove ? (
        <Button size="s" variant="quiet" className={styles['remove']} onClick={onRemove}>
          {t('removeLimits')}
        </Button>
      ) : null}
    </>
  );
};

const NO_LIMITS: Limits = { dailyMessages: null, moonshotDaily: null };

/** What one person may send in a day, whatever the plan says. */
export const UserLimitsDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = usePeopleTexts();
  const common = useTexts();
  const { customLimits } = user;
  const [save] = peopleApi.useSetUserLimitsMutation();
  const [limits, setLimits] = useState<Limits>(() => {
    const { dailyMessages, moonshotDaily } = customLimits ?? NO_LIMITS;
    return { dailyMessages, moonshotDaily };
  });
  const [removed, setRemoved] = useState(false);
  const done = useTold(t('limitsUpdated'), onClose);
  const of = useReasoned((reason) => save({ uid: user.uid, limits: wantedOf(limits, removed), reason }), done);
  return (
    <Dialog title={t('limitsTitle')} onClose={onClose}>
      <Facts user={user} />
      {customLimits ? <Current of={customLimits} /> : null}
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
        <Form limits={limits} onLimits={setLimits} onRemove={customLimits ? () => setRemoved(true) : null} />
      )}
      <ReasonField label={t('overrideReason')} of={of} />
      {of.failure ? (
        <Notice tone="danger">
          <strong>{t('limitsFailed')}</strong>
          <span>{` ${of.failure}`}</span>
        </Notice>
      ) : null}
      <div className={forms['buttons']}>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button variant="primary" busy={of.busy} onClick={of.go}>
          {common('saveChanges')}
        </Button>
      </div>
    </Dialog>
  );
};
