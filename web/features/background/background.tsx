import { useRef, useState } from 'react';

import type { Skin } from '../../../src/contract/theme.ts';
import { usePageHidden } from '../../lib/hooks/use-page-hidden.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import styles from './background.module.css';
import type { DrawnEffect } from './effects.ts';
import type { FrameRate } from './player.ts';
import { usePlayer } from './use-player.ts';

export type BackgroundSettings = Skin['background'];

interface BackgroundProps {
  readonly settings: BackgroundSettings;
  /** Changes whenever the colours of the page do: theme and skin. */
  readonly themeKey: string;
  /** What is in front: dimmed behind a conversation, hidden behind a document. */
  readonly place: 'welcome' | 'chat' | 'document';
  /** A reply is being written: on a slow machine that has the whole of it. */
  readonly isStreaming: boolean;
  /** False while the settings may still change: the sky stays empty, so that none is shown and taken back. */
  readonly ready: boolean;
}

const FEW_CORES = 4;
const hasFewCores = (): boolean => (navigator.hardwareConcurrency ?? FEW_CORES) <= FEW_CORES;

/** What is shown: nothing, a still picture of the colours, or the effect itself. */
const selectEffect = (
  { enabled, effect, respect_reduced_motion: respectsReducedMotion }: BackgroundSettings,
  prefersReducedMotion: boolean,
): DrawnEffect | null =>
  !enabled || effect === 'none' || (respectsReducedMotion && prefersReducedMotion) ? null : effect;

/** The animated background. Without motion its colours are static. */
export const Background = ({ settings, themeKey, place, isStreaming, ready }: BackgroundProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const [frameRate, setFrameRate] = useState<FrameRate>(() => (hasFewCores() ? 'slow' : 'well'));
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const hidden = usePageHidden();
  const effectToPlay = !ready || frameRate === 'hopeless' ? null : selectEffect(settings, prefersReducedMotion);
  const running = !hidden && place !== 'document' && !(isStreaming && frameRate !== 'well');
  const onFrameRate = (next: FrameRate): void =>
    setFrameRate((current) => (current === 'well' || next === 'hopeless' ? next : current));
  const started = usePlayer(ref, { effect: effectToPlay, running, speed: settings.speed, themeKey, onFrameRate });
  const motion = started ? (running ? 'running' : 'paused') : 'still';
  return (
    <div
      data-testid="background"
      aria-hidden="true"
      className={styles['background']}
      data-effect={settings.effect}
      data-motion={motion}
      data-place={place}
    >
      <div ref={ref} className={styles['sky']} style={{ opacity: ready ? settings.opacity : 0 }} />
      <div className={styles['scrim']} />
    </div>
  );
};
