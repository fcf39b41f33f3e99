import { CornerDownRight } from 'lucide-react';

import type { RelatedQuestion } from '../../../src/contract/common.ts';
import styles from './document-questions.module.css';

const MOST = 4;
const WORDS: Readonly<Record<RelatedQuestion['category'], string>> = {
  comparison: 'Compare', deeper: 'Go deeper', practical: 'In practice', other: 'Also',
};

interface DocumentQuestionsProps {
  readonly questions: readonly RelatedQuestion[];
  readonly onAsk: (text: string) => void;
}

/** Where one could read on; a click asks it in the same mode. */
export const DocumentQuestions = ({ questions, onAsk }: DocumentQuestionsProps) => (questions.length === 0 ? null : (
  <section className={styles['questions']} aria-label="Related questions" data-testid="related-questions">
    <h2 className={styles['heading']}>Related questions</h2>
    <ul>
      {questions.slice(0, MOST).map(({ id, text, category }) => (
        <li key={id}>
          <button type="button" className={styles['question']} onClick={() => onAsk(text)}>
            <span className={styles['text']} dir="auto">{text}</span>
            <span className={styles['category']}>{WORDS[category]}</span>
            <CornerDownRight aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  </section>
));
