import styles from './legal-links.module.css';
import { useTranslations } from '../texts.ts';

interface LegalLinksProps {
  readonly legal: { readonly imprint: string | null; readonly privacy: string | null };
}

/** Who runs this and what becomes of personal data, in the operator's own pages. Nothing where there are none. */
export const LegalLinks = ({ legal }: LegalLinksProps) => {
  const t = useTranslations();
  const links = (['imprint', 'privacy'] as const).flatMap((name) => {
    const href = legal[name];
    return href === null ? [] : [{ name, href }];
  });
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('legal')} className={styles['links']}>
      {links.map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer">
          {t(name)}
        </a>
      ))}
    </nav>
  );
};
