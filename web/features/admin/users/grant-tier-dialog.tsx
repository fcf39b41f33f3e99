import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/text-input.tsx';
import { adminApi, type UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTranslator } from '../shared/users-texts.ts';
import { ReasonDialog, useReasonForm } from './reason-dialog.tsx';
import { useCloseWithToast } from './use-close-with-toast.ts';
import { getUserLabel } from './user-label.ts';
import { formatDateTime, useTierName } from '../shared/labels.ts';

const FREE: Tier = 'free';

const describeSubscription = (
  { granted, subscription }: UserRow,
  t: UsersTranslator,
  tierName: (tier: Tier) => string,
): string => {
  const plan = tierName(subscription);
  if (!granted) return t('aboutPaid', { plan });
  return t('aboutGranted', {
    plan,
    granted: tierName(granted.tier),
    who: granted.byName,
    when: formatDateTime(granted.at),
    reason: granted.reason,
  });
};

/** Gives a plan by hand, beside what is paid for, or takes it back. */
export const GrantTierDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  const [grant] = adminApi.useGrantTierMutation();
  const [tier, setTier] = useState<Tier | null>(user.granted?.tier ?? 'premium');
  const done = useCloseWithToast(tier === null ? t('takenBack') : t('isGranted', { tier: tierName(tier) }), onClose);
  const form = useReasonForm((reason) => grant({ uid: user.uid, tier, reason }), done);
  return (
    <ReasonDialog
      title={t('planOf', { who: getUserLabel(user) })}
      text={describeSubscription(user, t, tierName)}
      action={t(tier === null ? 'revoke' : 'grant')}
      form={form}
      onClose={onClose}
    >
      <Field label={t('grantedPlan')}>
        {(control) => (
          <Select
            {...control}
            value={tier ?? ''}
            onText={(text) => setTier(TIERS.find((candidate) => candidate === text) ?? null)}
          >
            <option value="">{t('noPlan')}</option>
            {TIERS.filter((candidate) => candidate !== FREE).map((candidate) => (
              <option key={candidate} value={candidate}>
                {tierName(candidate)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ReasonDialog>
  );
};
