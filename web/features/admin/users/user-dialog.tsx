import { useState } from 'react';

import { ROLES, type Role } from '../../../../src/shared/roles.ts';
import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { adminApi, type UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTranslator } from '../shared/users-texts.ts';
import { ReasonDialog, useReasonForm } from '../shared/reason-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { UserLimitsDialog } from './user-limits-dialog.tsx';
import { getUserLabel, ROLE_LABELS, type UserAction } from './user-label.ts';
import { formatDateTime, useTierName } from '../shared/labels.ts';

interface ActionDialogProps {
  readonly user: UserRow;
  readonly onClose: () => void;
}

/** Deletes an account. Its email, or its uid if it has none, must be typed to confirm. */
const DeleteUserDialog = ({ user, onClose }: ActionDialogProps) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  const [remove] = adminApi.useDeleteUserMutation();
  const [typed, setTyped] = useState('');
  const expected = user.email ?? user.uid;
  const form = useReasonForm({
    run: (reason) => remove({ uid: user.uid, confirm: typed.trim(), reason }),
    successText: t('isDeleted', { who }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('deleteTitle', { who })}
      text={t('deleteText')}
      action={t('delete')}
      danger
      form={form}
      isReady={typed.trim().toLowerCase() === expected.toLowerCase()}
      onClose={onClose}
    >
      <TextField
        label={t('typeToConfirm', { wanted: expected })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onText={setTyped}
      />
    </ReasonDialog>
  );
};

const describeSubscription = (
  { granted, subscription }: UserRow,
  t: UsersTranslator,
  tierName: (tier: Tier) => string,
): string => {
  const plan = tierName(subscription);
  if (!granted) return t('aboutPaid', { plan });
  const about = t('aboutGranted', {
    plan,
    granted: tierName(granted.tier),
    who: granted.byName,
    when: formatDateTime(granted.at),
    reason: granted.reason,
  });
  return granted.expiresAt === null
    ? about
    : `${about} ${t('grantedUntil', { date: formatDateTime(granted.expiresAt) })}`;
};

/** Grants a plan besides the paid one, or revokes it. */
const GrantTierDialog = ({ user, onClose }: ActionDialogProps) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  const [grant] = adminApi.useGrantTierMutation();
  const [tier, setTier] = useState<Tier | null>(user.granted?.tier ?? 'premium');
  const form = useReasonForm({
    run: (reason) => grant({ uid: user.uid, tier, reason }),
    successText: tier === null ? t('takenBack') : t('isGranted', { tier: tierName(tier) }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('planOf', { who: getUserLabel(user) })}
      text={describeSubscription(user, t, tierName)}
      action={t(tier === null ? 'revoke' : 'grant')}
      form={form}
      onClose={onClose}
    >
      <SelectField
        label={t('grantedPlan')}
        value={tier ?? ''}
        onText={(text) => setTier(TIERS.find((candidate) => candidate === text) ?? null)}
        options={[
          ['', t('noPlan')],
          ...TIERS.filter((candidate) => candidate !== 'free').map((plan) => [plan, tierName(plan)] as const),
        ]}
      />
    </ReasonDialog>
  );
};

/** Makes an account admin, auditor or neither. */
const RoleDialog = ({ user, onClose }: ActionDialogProps) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  const [save] = adminApi.useSetRoleMutation();
  const [role, setRole] = useState<Role>(user.role);
  const form = useReasonForm({
    run: (reason) => save({ uid: user.uid, role, reason }),
    successText: t('roleIsSet', { who, role: t(ROLE_LABELS[role]) }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('roleOf', { who })}
      text={t('roleText')}
      action={t('changeRole')}
      form={form}
      isReady={role !== user.role}
      onClose={onClose}
    >
      <SelectField
        label={t('role')}
        value={role}
        onText={(text) => setRole(ROLES.find((candidate) => candidate === text) ?? user.role)}
        options={ROLES.map((candidate) => [candidate, t(ROLE_LABELS[candidate])] as const)}
      />
    </ReasonDialog>
  );
};

/** Marks the address of an account as verified. */
const VerifyAddressDialog = ({ user, onClose }: ActionDialogProps) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  const [verify] = adminApi.useVerifyAddressMutation();
  const form = useReasonForm({
    run: (reason) => verify({ uid: user.uid, reason }),
    successText: t('isVerified', { who }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('verifyTitle', { who })}
      text={t('verifyText')}
      action={t('verifyAddress')}
      form={form}
      onClose={onClose}
    />
  );
};

/** For a person who has lost app and recovery codes. */
const ResetFactorDialog = ({ user, onClose }: ActionDialogProps) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  const [reset] = adminApi.useResetSecondFactorMutation();
  const form = useReasonForm({
    run: (reason) => reset({ uid: user.uid, reason }),
    successText: t('factorIsReset', { who }),
    onClose,
  });
  return (
    <ReasonDialog
      title={t('resetFactorTitle', { who })}
      text={t('resetFactorText')}
      action={t('resetFactor')}
      danger
      form={form}
      onClose={onClose}
    />
  );
};

/** The dialog of an action on an account. */
export const UserDialog = ({ action, ...rest }: ActionDialogProps & { readonly action: UserAction }) => {
  if (action === 'limits') return <UserLimitsDialog {...rest} />;
  if (action === 'verify') return <VerifyAddressDialog {...rest} />;
  if (action === 'grant') return <GrantTierDialog {...rest} />;
  if (action === 'role') return <RoleDialog {...rest} />;
  if (action === 'second-factor') return <ResetFactorDialog {...rest} />;
  if (action === 'delete') return <DeleteUserDialog {...rest} />;
  return <SuspendDialog {...rest} suspends={action === 'suspend'} />;
};
