import { Lock } from 'lucide-react';

import type { User } from '../../../src/contract/common.ts';
import { personalitySet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { SettingSection } from '../../ui/setting-row.tsx';
import { OwnInstruction } from './own-instruction.tsx';
import styles from './settings.module.css';

const ASSISTANTS = [
  ['default', 'Default', 'Helpful and to the point'],
  ['creative', 'Creative', 'Vivid ideas and wording'],
  ['coder', 'Coder', 'Working code with short explanations'],
  ['tutor', 'Tutor', 'Step by step, with small examples'],
  ['analyst', 'Analyst', 'Facts apart from assumptions'],
  ['concise', 'Concise', 'As few words as possible'],
  ['own', 'My own', 'As you say, in your own words'],
] as const;

interface AssistantsSettingProps {
  readonly user: User;
  /** Shows the plans; null where there is nothing to buy. */
  readonly onPlans: (() => void) | null;
}

/** How replies are written. All but the first belong to Premium and stay in sight, locked, for everybody else. */
export const AssistantsSetting = ({ user, onPlans }: AssistantsSettingProps) => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(({ chat }) => chat.currentPersonality);
  const open = user.tier === 'premium';
  const chosen = open ? current : 'default';
  return (
    <SettingSection title="Experimental chat assistants">
      <fieldset className={styles['assistants']}>
        <legend className="visually-hidden">Experimental chat assistants</legend>
        {ASSISTANTS.map(([id, name, about]) => {
          const locked = !open && id !== 'default';
          return (
            <label key={id} className={styles['assistant']} data-locked={locked || undefined}>
              <input type="radio" name="assistant" value={id} checked={id === chosen} disabled={locked} onChange={() => dispatch(personalitySet(id))} />
              <span><span className={styles['assistant-name']}>{name}</span><span className={styles['assistant-about']}>{about}</span></span>
              {locked ? <Lock role="img" aria-label="Part of the Premium plan" /> : null}
            </label>
          );
        })}
      </fieldset>
      {chosen === 'own' ? <OwnInstruction /> : null}
      {open || !onPlans ? null : <Button size="s" onClick={onPlans}>See plans</Button>}
    </SettingSection>
  );
};
