import { encode } from 'uqr';

import styles from './second-factor.module.css';

/** Readers need a light margin of four modules around the code. */
const MARGIN = 4;

/**
 * Drawn here, so that the secret goes to no other host. Dark on light in every theme: not all readers take the reverse.
 */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 0 });
  const side = size + 2 * MARGIN;
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} className={styles['qr']}>
      <path d={path} fill="#000" />
    </svg>
  );
};

export default QrCode;
