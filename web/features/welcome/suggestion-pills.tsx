import { Code, Lightbulb, Map as MapIcon, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';

import { cx } from '../../ui/cx.ts';
import styles from './welcome.module.css';
import { useTranslations } from './texts.ts';

const SHOW_DELAY_MS = 1500;
const SUGGESTIONS = [
  { label: 'explain', text: 'explainQuestion', Icon: Lightbulb },
  { label: 'write', text: 'writeQuestion', Icon: PenLine },
  { label: 'plan', text: 'planQuestion', Icon: MapIcon },
  { label: 'code', text: 'codeQuestion', Icon: Code },
] as const;

interface SuggestionPillsProps {
  /** The animation of the title is over. */
  readonly ready: boolean;
  /** The text of the composer; the pills are hidden while it changes. */
  readonly typed: string;
  readonly onPick: (text: string) => void;
}

/** Suggested questions. Shown 1.5 s after the title and after the last keystroke. */
export const SuggestionPills = ({ ready, typed, onPick }: SuggestionPillsProps) => {
  const t = useTranslations();
  const [settledOn, setSettledOn] = useState<string | null>(null);
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => setSettledOn(typed), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [ready, typed]);
  const shown = settledOn === typed;
  return (
    <ul className={cx(styles['pills'], shown && styles['shown'])} inert={!shown} aria-label={t('suggestions')}>
      {shown
        ? SUGGESTIONS.map(({ label, text, Icon }) => (
            <li key={label}>
              <button type="button" className={styles['pill']} title={t(text)} onClick={() => onPick(t(text))}>
                <Icon aria-hidden="true" />
                {t(label)}
              </button>
            </li>
          ))
        : null}
    </ul>
  );
};
