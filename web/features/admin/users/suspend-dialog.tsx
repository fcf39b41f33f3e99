import { useState } from 'react';

import { PLAN_CHOICES, type PlanChoice } from '../../../../src/shared/plan-cancellations.ts';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { adminApi, type UserRow } from '../shared/admin-api.ts';
import { useTierName } from '../shared/labels.ts';
import { ReasonDialog, useReasonForm } from '../shared/reason-dialog.tsx';
import { type UsersTextKey, useUsersTranslations } from '../shared/users-texts.ts';
import { getUserLabel } from './user-label.ts';

const PLAN_LABELS = {
  'period-end': 'planAtPeriodEnd',
  now: 'planNow',
  keep: 'planKeep',
} as const satisfies Readonly<Record<PlanChoice, UsersTextKey>>;

interface SuspendDialogProps {
  readonly user: UserRow;
  readonly suspends: boolean;
  readonly onClose: () => void;
}

/** Suspends an account, and asks what is to happen to what it pays for; or reinstates it. */
export const SuspendDialog = ({ user, suspends, onClose }: SuspendDialogProps) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  const [change] = adminApi.useSuspendUserMutation();
  const [plan, setPlan] = useState<PlanChoice>(PLAN_CHOICES[0]);
  const who = getUserLabel(user);
  const paid = suspends ? user.paid : null;
  const form = useReasonForm({
    run: (reason) => change({ uid: user.uid, suspended: suspends, reason, ...(paid && { plan }) }),
    successText: t(suspends ? 'isSuspended' : 'maySignIn', { who }),
    onClose,
  });
  const suspendedBy = user.suspended
    ? t('suspendedBy', { who: user.suspended.byName, reason: user.suspended.reason })
    : '';
  const pays = paid ? ` ${t('suspendPays', { plan: tierName(paid.tier) })}` : '';
  return (
    <ReasonDialog
      title={t(suspends ? 'suspendTitle' : 'letInTitle', { who })}
      text={suspends ? t('suspendText') + pays : suspendedBy}
      action={t(suspends ? 'suspend' : 'letIn')}
      danger={suspends}
      form={form}
      onClose={onClose}
    >
      {paid ? (
        <SelectField
          label={t('subscription')}
          value={plan}
          onText={(text) => setPlan(PLAN_CHOICES.find((choice) => choice === text) ?? PLAN_CHOICES[0])}
          options={PLAN_CHOICES.map((choice) => [choice, t(PLAN_LABELS[choice])] as const)}
        />
      ) : null}
    </ReasonDialog>
  );
};
