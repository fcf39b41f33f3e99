import { Coins, History, ShieldCheck } from 'lucide-react';

import styles from './welcome.module.css';

const FEATURES = [
  { id: 'price', icon: Coins, title: 'A fair price', text: 'Start for free with messages every day. Pay a little when you want more.' },
  { id: 'kept', icon: History, title: 'Nothing is lost', text: 'Close the tab in the middle of an answer; it is there when you come back.' },
  { id: 'own', icon: ShieldCheck, title: 'Your conversations', text: 'They belong to you. Delete one and it is gone.' },
] as const;

/** The head of the page for visitors where there is no trial. */
export const MarketingWelcome = () => (
  <header className={styles['head']}>
    <h1 className={styles['title']}>GPT-4o-quality AI at a fraction of the cost</h1>
    <p className={styles['tagline']}>Write a question. You sign in before it is sent, and it waits for you.</p>
  </header>
);

/** What the product offers, and what no model can promise. */
export const MarketingFeatures = () => (
  <>
    <ul className={styles['features']}>
      {FEATURES.map(({ id, icon: Icon, title, text }) => (
        <li key={id} className={styles['feature']}>
          <Icon aria-hidden="true" />
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p className={styles['disclaimer']}>
      Answers are written by a language model and can be wrong. Check what matters. Comparisons speak of typical results, not of every answer.
    </p>
  </>
);
