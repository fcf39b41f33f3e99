import { useState } from 'react';

import { dayText } from '../../lib/when.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import forms from './forms.module.css';
import { peopleApi, type UserLimits, type UserRow } from './people-api.ts';
import { ReasonField, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import styles from './users.module.css';
import { momentText, TIER_NAMES } from './words.ts';

const AUTH: Readonly<Record<UserRow['authMode'], string>> = { email: 'Email', phone: 'Phone', apikey: 'API key' };
const UNLIMITED = -1;
const OWN = "Plan's own";

const Facts = ({ user }: { readonly user: UserRow }) => (
  <dl className={forms['facts']}>
    <dt>Email</dt><dd>{user.email ?? 'None'}</dd>
    {user.phoneNumber ? <><dt>Phone</dt><dd>{user.phoneNumber}</dd></> : null}
    <dt>Name</dt><dd dir="auto">{user.name}</dd>
    <dt>Subscription</dt><dd>{TIER_NAMES[user.subscription]}</dd>
    <dt>Daily usage</dt><dd>{`${user.usage.daily} messages, ${user.usage.moonshotDaily} with Kimi`}</dd>
    <dt>Auth method</dt><dd>{AUTH[user.authMode]}</dd>
    <dt>Created</dt><dd>{dayText(user.createdAt)}</dd>
  </dl>
);

const limitText = (limit: number | null): string => {
  if (limit === null) return "the plan's own";
  return limit < 0 ? 'unlimited' : String(limit);
};

const Current = ({ of: { dailyMessages, moonshotDaily, setBy, setAt, reason } }: { readonly of: NonNullable<UserRow['customLimits']> }) => (
  <section className={styles['current']} aria-label="Current custom limits">
    <h3>Current custom limits</h3>
    <p>{`Messages per day: ${limitText(dailyMessages)}. Kimi messages per day: ${limitText(moonshotDaily)}.`}</p>
    <p className={forms['note']}>{`Set by ${setBy}, ${momentText(setAt)}: ${reason}`}</p>
  </section>
);

const FieldRow = ({ label, value, onValue }: { readonly label: string; readonly value: number | null; readonly onValue: (value: number) => void }) => (
  <div className={styles['field']}>
    <span aria-hidden="true">{label}</span>
    <LimitInput label={label} otherwise={UNLIMITED} placeholder={OWN} value={value} onValue={onValue} />
  </div>
);

type Limits = NonNullable<UserLimits>;

/** Two fields without any value are the same as no limits of one's own. */
const wantedOf = (limits: Limits, removed: boolean): UserLimits =>
  (removed || (limits.dailyMessages === null && limits.moonshotDaily === null) ? null : limits);

interface FormProps {
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
  /** Null where there is nothing to remove. */
  readonly onRemove: (() => void) | null;
}

const Form = ({ limits, onLimits, onRemove }: FormProps) => (
  <>
    <FieldRow label="Daily message limit" value={limits.dailyMessages} onValue={(dailyMessages) => onLimits({ ...limits, dailyMessages })} />
    <FieldRow label="Daily Kimi (Moonshot) limit" value={limits.moonshotDaily} onValue={(moonshotDaily) => onLimits({ ...limits, moonshotDaily })} />
    {onRemove ? <Button size="s" variant="quiet" className={styles['remove']} onClick={onRemove}>Remove custom limits</Button> : null}
  </>
);

const NO_LIMITS: Limits = { dailyMessages: null, moonshotDaily: null };

/** What one person may send in a day, whatever the plan says. */
export const UserLimitsDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const { customLimits } = user;
  const [save] = peopleApi.useSetUserLimitsMutation();
  const [limits, setLimits] = useState<Limits>(() => {
    const { dailyMessages, moonshotDaily } = customLimits ?? NO_LIMITS;
    return { dailyMessages, moonshotDaily };
  });
  const [removed, setRemoved] = useState(false);
  const done = useTold('User limits updated', onClose);
  const of = useReasoned((reason) => save({ uid: user.uid, limits: wantedOf(limits, removed), reason }), done);
  return (
    <Dialog title="Edit User Limits" onClose={onClose}>
      <Facts user={user} />
      {customLimits ? <Current of={customLimits} /> : null}
      {removed
        ? <Notice action={<Button size="s" onClick={() => setRemoved(false)}>Keep them</Button>}>The custom limits are removed when you save.</Notice>
        : <Form limits={limits} onLimits={setLimits} onRemove={customLimits ? () => setRemoved(true) : null} />}
      <ReasonField label="Reason for override" of={of} />
      {of.failure ? <Notice tone="danger"><strong>Failed to update user limits</strong><span>{` ${of.failure}`}</span></Notice> : null}
      <div className={forms['buttons']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={of.busy} onClick={of.go}>Save Changes</Button>
      </div>
    </Dialog>
  );
};
