import { Lock } from 'lucide-react';

import type { User } from '../../../src/contract/common.ts';
import { personalitySet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { CustomInstructions } from './custom-instructions.tsx';
import styles from './settings.module.css';
import { useTranslations } from './texts.ts';

const ASSISTANTS = [
  ['default', 'default', 'defaultAbout'],
  ['creative', 'creative', 'creativeAbout'],
  ['coder', 'coder', 'coderAbout'],
  ['tutor', 'tutor', 'tutorAbout'],
  ['analyst', 'analyst', 'analystAbout'],
  ['concise', 'concise', 'conciseAbout'],
  ['own', 'own', 'ownAbout'],
] as const;

interface AssistantsSettingProps {
  readonly user: User;
  /** Shows the plans; null where there is nothing to buy. */
  readonly onPlans: (() => void) | null;
}

/** How replies are written. All but the first belong to Premium and stay in sight, locked, for everybody else. */
export const AssistantsSetting = ({ user, onPlans }: AssistantsSettingProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const current = useAppSelector(({ chat }) => chat.currentPersonality);
  const open = user.tier === 'premium';
  const chosen = open ? current : 'default';
  return (
    <SettingSection name="assistants" title={t('assistants')}>
      <fieldset className={styles['assistants']}>
        <legend className="visually-hidden">{t('assistants')}</legend>
        {ASSISTANTS.map(([id, name, about]) => {
          const locked = !open && id !== 'default';
          return (
            <label key={id} className={styles['assistant']} data-locked={locked || undefined}>
              <input
                type="radio"
                name="assistant"
                value={id}
                checked={id === chosen}
                disabled={locked}
                onChange={() => dispatch(personalitySet(id))}
              />
              <span>
                <span className={styles['assistant-name']}>{t(name)}</span>
                <span className={styles['assistant-about']}>{t(about)}</span>
              </span>
              {locked ? <Lock role="img" aria-label={t('partOfPremium')} /> : null}
            </label>
          );
        })}
      </fieldset>
      {chosen === 'own' ? <CustomInstructions /> : null}
      {open || !onPlans ? null : (
        <Button size="s" onClick={onPlans}>
          {t('seePlans')}
        </Button>
      )}
    </SettingSection>
  );
};
