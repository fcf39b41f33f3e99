import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/text-input.tsx';
import { peopleApi, type UserRow } from './people-api.ts';
import { ReasonDialog, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import { userWord } from './user-words.ts';
import { momentText, TIER_NAMES, TIERS } from './words.ts';

const FREE: Tier = 'free';

const aboutText = ({ granted, subscription }: UserRow): string =>
  `Pays for: ${TIER_NAMES[subscription]}. ${granted
    ? `Granted: ${TIER_NAMES[granted.tier]} by ${granted.byName}, ${momentText(granted.at)} (${granted.reason}).`
    : 'Nothing is granted.'} The higher of the two counts.`;

/** Gives a plan by hand, beside what is paid for, or takes it back. */
export const GrantDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const [grant] = peopleApi.useGrantTierMutation();
  const [tier, setTier] = useState<Tier | null>(user.granted?.tier ?? 'premium');
  const done = useTold(tier === null ? 'The granted plan is taken back' : `${TIER_NAMES[tier]} is granted`, onClose);
  const of = useReasoned((reason) => grant({ uid: user.uid, tier, reason }), done);
  return (
    <ReasonDialog title={`Plan of ${userWord(user)}`} text={aboutText(user)} action={tier === null ? 'Revoke' : 'Grant'} of={of} onClose={onClose}>
      <Field label="Granted plan">
        {(control) => (
          <Select {...control} value={tier ?? ''} onText={(text) => setTier(TIERS.find((one) => one === text) ?? null)}>
            <option value="">None</option>
            {TIERS.filter((one) => one !== FREE).map((one) => <option key={one} value={one}>{TIER_NAMES[one]}</option>)}
          </Select>
        )}
      </Field>
    </ReasonDialog>
  );
};
