import { Coins, History, ShieldCheck } from 'lucide-react';

import { useTranslations } from './texts.ts';
import styles from './welcome.module.css';

const FEATURES = [
  { id: 'price', icon: Coins, title: 'price', text: 'priceText' },
  { id: 'kept', icon: History, title: 'kept', text: 'keptText' },
  { id: 'own', icon: ShieldCheck, title: 'own', text: 'ownText' },
] as const;

/** The head of the page for visitors where there is no trial. */
export const MarketingWelcome = () => {
  const t = useTranslations();
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']}>{t('offer')}</h1>
      <p className={styles['tagline']}>{t('offerHow')}</p>
    </header>
  );
};

/** What the product offers, and what no model can promise. */
export const MarketingFeatures = () => {
  const t = useTranslations();
  return (
    <>
      <ul className={styles['features']}>
        {FEATURES.map(({ id, icon: Icon, title, text }) => (
          <li key={id} className={styles['feature']}>
            <Icon aria-hidden="true" />
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <p className={styles['disclaimer']}>{t('disclaimer')}</p>
    </>
  );
};
