import styles from './sandbox-banner.module.css';

/** Says on every page that nothing here is real (SANDBOX=on). */
export const SandboxBanner = ({ text }: { readonly text: string }) => (
  <p role="note" className={styles['bar']}>
    {text}
  </p>
);
