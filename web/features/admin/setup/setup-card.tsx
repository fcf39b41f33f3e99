import { Card } from '../../../ui/display/card.tsx';
import styles from './setup.module.css';
import { useSetupTranslations } from './texts.ts';

/** The way back to the guide. */
export const SetupCard = () => {
  const t = useSetupTranslations();
  return (
    <Card
      title={t('title')}
      note={t('cardNote')}
      actions={
        <a href="#/setup" className={styles['open']}>
          {t('cardOpen')}
        </a>
      }
    >
      {null}
    </Card>
  );
};
