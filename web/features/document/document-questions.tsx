import { CornerDownRight } from 'lucide-react';

import type { RelatedQuestion } from '../../../src/contract/common.ts';
import styles from './document-questions.module.css';
import { useTranslations, type TextKey } from './texts.ts';

const MAX_QUESTIONS = 4;
const CATEGORY_KEYS: Readonly<Record<RelatedQuestion['category'], TextKey>> = {
  comparison: 'compare',
  deeper: 'goDeeper',
  practical: 'inPractice',
  other: 'also',
};

interface DocumentQuestionsProps {
  readonly questions: readonly RelatedQuestion[];
  readonly onAsk: (text: string) => void;
}

/** Where one could read on; a click asks it in the same mode. */
export const DocumentQuestions = ({ questions, onAsk }: DocumentQuestionsProps) => {
  const t = useTranslations();
  if (questions.length === 0) return null;
  return (
    <section className={styles['questions']} aria-label={t('relatedQuestions')} data-testid="related-questions">
      <h2 className={styles['heading']}>{t('relatedQuestions')}</h2>
      <ul>
        {questions.slice(0, MAX_QUESTIONS).map(({ id, text, category }) => (
          <li key={id}>
            <button type="button" className={styles['question']} onClick={() => onAsk(text)}>
              <span className={styles['text']} dir="auto">
                {text}
              </span>
              <span className={styles['category']}>{t(CATEGORY_KEYS[category])}</span>
              <CornerDownRight aria-hidden="true" className="mirrored" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
