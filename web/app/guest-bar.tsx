import { useSkin } from '../features/appearance/use-skin.ts';
import { useSelling } from '../features/billing/use-plans.ts';
import { Button } from '../ui/button.tsx';
import styles from './shell.module.css';
import { useActions } from './use-actions.ts';
import { useTexts } from './texts.ts';
import { PageName } from './wordmark.tsx';

/** What a visitor finds at the top of the page: what this is, and the way in. */
export const GuestBar = ({ onAbout }: { readonly onAbout: () => void }) => {
  const t = useTexts();
  const actions = useActions();
  const selling = useSelling();
  const {
    skin: { ui },
    known,
  } = useSkin();
  return (
    <div className={styles['guest']}>
      <PageName className={styles['wordmark']} />
      <div className={styles['ways']}>
        {selling ? (
          <Button variant="quiet" onClick={actions.openPricing}>
            {t('pricing')}
          </Button>
        ) : null}
        {known && ui.about ? (
          <Button variant="quiet" onClick={onAbout}>
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
