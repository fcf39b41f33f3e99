import { Code, Lightbulb, Map as MapIcon, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';

import { cx } from '../../ui/cx.ts';
import styles from './welcome.module.css';
import { SUGGESTIONS } from './suggestions.ts';
import { useTranslations } from './texts.ts';

const SHOW_DELAY_MS = 1500;
const ICONS = { explain: Lightbulb, write: PenLine, plan: MapIcon, code: Code } as const;

interface SuggestionPillsProps {
  /** The title above has finished writing itself. */
  readonly ready: boolean;
  /** What stands in the box; the pills step back while it changes. */
  readonly typed: string;
  readonly onPick: (text: string) => void;
}

/** Four suggested questions: shown 1.5 s after the title, hidden while typing, shown again 1.5 s after the last key. */
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
        ? SUGGESTIONS.map(({ id, label, text }) => {
            const Icon = ICONS[id];
            return (
              <li key={id}>
                <button type="button" className={styles['pill']} title={t(text)} onClick={() => onPick(t(text))}>
                  <Icon aria-hidden="true" />
                  {t(label)}
                </button>
              </li>
            );
          })
        : null}
    </ul>
  );
};
