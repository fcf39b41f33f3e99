import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import type { Translator } from '../../../lib/i18n/translations.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './captcha.module.css';
import type { SignInWays } from '../identity-api.ts';
import { fetchChallenge, solveChallenge } from './solve-challenge.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import { WidgetCaptcha } from './widget-captcha.tsx';

type ProofState = 'idle' | 'solving' | 'solved' | 'failed';

interface CaptchaProps {
  readonly onToken: (token: string | null) => void;
  /** Why the last proof did not count. */
  readonly error: string | null;
}

/**
 * A challenge is good for five minutes; counted from here, by no clock that could be wrong, and
 * with a margin. Milliseconds.
 */
const CHALLENGE_LIFETIME_MS = 290_000;

const NOTE_KEYS: Readonly<Record<Exclude<ProofState, 'idle'>, TextKey>> = {
  solving: 'proving',
  solved: 'proved',
  failed: 'unproved',
};

/** Ticking fetches a challenge and has it solved; unticking or leaving gives up. */
const useProofOfWork = (onToken: CaptchaProps['onToken']) => {
  const [state, setState] = useState<ProofState>('idle');
  const running = useRef<AbortController | null>(null);
  const expired = useEffectEvent(() => {
    setState('idle');
    onToken(null);
  });
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (state !== 'solved') return;
    const timer = setTimeout(() => expired(), CHALLENGE_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const start = async (): Promise<void> => {
    const attempt = new AbortController();
    running.current?.abort();
    running.current = attempt;
    setState('solving');
    try {
      const challenge = await fetchChallenge(attempt.signal);
      const token = await solveChallenge(challenge, attempt.signal);
      setState('solved');
      onToken(token);
    } catch {
      if (!attempt.signal.aborted) setState('failed');
    }
  };
  const cancel = (): void => {
    running.current?.abort();
    setState('idle');
    onToken(null);
  };
  return {
    state,
    toggle: (on: boolean): void => {
      if (on) void start();
      else cancel();
    },
  };
};

const ICONS: Readonly<Partial<Record<ProofState, ReactNode>>> = {
  solving: <span aria-hidden="true" className={styles['work']} />,
  solved: <Check aria-hidden="true" />,
};

const getNote = (
  t: Translator<TextKey>,
  state: ProofState,
  refused: string | null,
): { readonly note: string; readonly problem: boolean } =>
  state === 'idle'
    ? { note: refused ?? '', problem: Boolean(refused) }
    : { note: t(NOTE_KEYS[state]), problem: state === 'failed' };

/**
 * The built-in check: a box to tick, a little work for the browser, nothing to read or click through, no third party.
 */
const ProofOfWorkBox = ({ onToken, error }: CaptchaProps) => {
  const { state, toggle } = useProofOfWork(onToken);
  const t = useTranslations();
  const { note, problem } = getNote(t, state, error);
  return (
    <div className={cx(styles['box'], problem && styles['refused'])} data-state={state}>
      <label className={styles['label']}>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={state === 'solving' || state === 'solved'}
          aria-describedby="captcha-note"
          onChange={(event) => toggle(event.target.checked)}
        />
        <span>{t('human')}</span>
        {ICONS[state] ?? null}
      </label>
      <p
        id="captcha-note"
        role={problem ? 'alert' : 'status'}
        className={cx(problem ? styles['problem'] : styles['note'], state === 'solved' && 'visually-hidden')}
      >
        {note}
      </p>
    </div>
  );
};

interface CaptchaBoxProps extends CaptchaProps {
  readonly captcha: SignInWays['captcha'] | undefined;
}

/** Proof of a person, by whatever this server uses; the built-in check when it cannot be asked. */
export const CaptchaBox = ({ captcha, onToken, error }: CaptchaBoxProps) => {
  if (!captcha || captcha.provider === 'builtin' || captcha.siteKey === null || captcha.scriptUrl === null) {
    return <ProofOfWorkBox onToken={onToken} error={error} />;
  }
  return (
    <div>
      <WidgetCaptcha
        vendor={captcha.provider}
        siteKey={captcha.siteKey}
        scriptUrl={captcha.scriptUrl}
        onToken={onToken}
      />
      {error ? (
        <p role="alert" className={styles['problem']}>
          {error}
        </p>
      ) : null}
    </div>
  );
};
