import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/text-input.tsx';
import { peopleApi, type UserRow } from './people-api.ts';
import { usePeopleTexts, type SayPeople } from './people-texts.ts';
import { ReasonDialog, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import { userWord } from './user-words.ts';
import { momentText, TIERS, useTierName } from './words.ts';

const FREE: Tier = 'free';

const aboutText = ({ granted, subscription }: UserRow, t: SayPeople, tierName: (tier: Tier) => string): string => {
  const plan = tierName(subscription);
  if (!granted) return t('aboutPaid', { plan });
  return t('aboutGranted', {
    plan,
    granted: tierName(granted.tier),
    who: granted.byName,
    when: momentText(granted.at),
    reason: granted.reason,
  });
};

/** Gives a plan by hand, beside what is paid for, or takes it back. */
export const GrantDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const t = usePeopleTexts();
  const tierName = useTierName();
  const [grant] = peopleApi.useGrantTierMutation();
  const [tier, setTier] = useState<Tier | null>(user.granted?.tier ?? 'premium');
  const done = useTold(tier === null ? t('takenBack') : t('isGranted', { tier: tierName(tier) }), onClose);
  const of = useReasoned((reason) => grant({ uid: user.uid, tier, reason }), done);
  return (
    <ReasonDialog
      title={t('planOf', { who: userWord(user) })}
      text={aboutText(user, t, tierName)}
      action={t(tier === null ? 'revoke' : 'grant')}
      of={of}
      onClose={onClose}
    >
      <Field label={t('grantedPlan')}>
        {(control) => (
          <Select {...control} value={tier ?? ''} onText={(text) => setTier(TIERS.find((one) => one === text) ?? null)}>
            <option value="">{t('noPlan')}</option>
            {TIERS.filter((one) => one !== FREE).map((one) => (
              <option key={one} value={one}>
                {tierName(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ReasonDialog>
  );
};
