import { ChartColumn, ChevronRight, Gauge, Users } from 'lucide-react';

import styles from './setup.module.css';
import { useSetupTranslations } from './texts.ts';

const PLACES = [
  ['#/admin/users', <Users key="users" aria-hidden="true" />, 'tryPeople', 'tryPeopleLine'],
  ['#/admin/rate-limits', <Gauge key="limits" aria-hidden="true" />, 'tryLimits', 'tryLimitsLine'],
  ['#/admin/overview', <ChartColumn key="overview" aria-hidden="true" />, 'tryOverview', 'tryOverviewLine'],
] as const;

/** Where to go from here. */
export const DoneStep = () => {
  const t = useSetupTranslations();
  return (
    <>
      <p className={styles['lead']}>{t('doneLead')}</p>
      <ul className={styles['places']}>
        {PLACES.map(([href, icon, name, line]) => (
          <li key={href}>
            <a href={href} className={styles['place']}>
              {icon}
              <span>
                <span className={styles['choice-name']}>{t(name)}</span>
                <span className={styles['quiet']}>{t(line)}</span>
              </span>
              <ChevronRight aria-hidden="true" className={styles['chevron']} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
};
