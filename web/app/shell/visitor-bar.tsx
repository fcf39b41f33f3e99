import { useSkin } from '../../features/appearance/use-skin.ts';
import { usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { Button } from '../../ui/button.tsx';
import styles from './shell.module.css';
import { useActions } from '../use-actions.ts';
import { useTranslations } from '../texts.ts';
import { TopBarWordmark } from './wordmark.tsx';

/** What a visitor finds at the top of the page: what this is, and the way in. */
export const VisitorBar = () => {
  const t = useTranslations();
  const actions = useActions();
  const selling = usePaymentsEnabled();
  const {
    skin: { ui },
    isLoaded: known,
  } = useSkin();
  return (
    <div className={styles['guest']}>
      <TopBarWordmark className={styles['wordmark']} />
      <div className={styles['ways']}>
        {selling ? (
          <Button variant="quiet" onClick={actions.openPricing}>
            {t('pricing')}
          </Button>
        ) : null}
        {known && ui.about ? (
          <Button variant="quiet" onClick={actions.openAbout}>
            {t('aboutShort')}
          </Button>
        ) : null}
        <Button variant="primary" onClick={actions.signIn}>
          {t('signIn')}
        </Button>
      </div>
    </div>
  );
};
