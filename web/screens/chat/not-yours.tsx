import { MessageCircleQuestionMark } from 'lucide-react';

import { useActions } from '../../app/use-actions.ts';
import { useTranslations } from '../../app/texts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './not-yours.module.css';

/**
 * The page of an address that names no chat of this account. Whether somebody else has one of that name is not told.
 */
export const NotYours = () => {
  const t = useTranslations();
  const { newChat } = useActions();
  return (
    <section aria-labelledby="not-yours" className={styles['page']}>
      <MessageCircleQuestionMark aria-hidden="true" />
      <h1 id="not-yours">{t('notYours')}</h1>
      <p>{t('notYoursWhy')}</p>
      <p>{t('notYoursShare')}</p>
      <Button variant="primary" onClick={newChat}>
        {t('newChat')}
      </Button>
    </section>
  );
};
