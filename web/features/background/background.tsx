import { useRef, useState } from 'react';

import { useHidden } from '../../lib/use-hidden.ts';
import { useMedia } from '../../lib/use-media.ts';
import styles from './background.module.css';
import type { DrawnEffect } from './effects.ts';
import type { Pace } from './player.ts';
import { usePlayer } from './use-player.ts';

export interface BackgroundSettings {
  readonly enabled: boolean;
  readonly effect: DrawnEffect | 'none';
  /** 0 to 1. */
  readonly opacity: number;
  readonly speed: number;
  readonly respect_reduced_motion: boolean;
}

interface BackgroundProps {
  readonly settings: BackgroundSettings;
  /** Changes whenever the colours of the page do: theme and skin. */
  readonly look: string;
  /** What stands before it: on the welcome it may be seen, behind a conversation it steps back, behind a document it goes. */
  readonly place: 'welcome' | 'chat' | 'document';
  /** A reply is being written: on a slow machine that has the whole of it. */
  readonly isStreaming: boolean;
  /** False while the settings may still change: the sky stays empty, so that none is shown and taken back. */
  readonly ready: boolean;
}

const FEW_CORES = 4;
const hasFewCores = (): boolean => (navigator.hardwareConcurrency ?? FEW_CORES) <= FEW_CORES;

/** What is shown: nothing, a still picture of the colours, or the effect itself. */
const motionOf = (
  { enabled, effect, respect_reduced_motion: respects }: BackgroundSettings,
  wantsStillness: boolean,
): DrawnEffect | null => (!enabled || effect === 'none' || (respects && wantsStillness) ? null : effect);

/** What moves behind the page. Where it may not or cannot move, its colours stand still. */
export const Background = ({ settings, look, place, isStreaming, ready }: BackgroundProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const [pace, setPace] = useState<Pace>(() => (hasFewCores() ? 'slow' : 'well'));
  const wantsStillness = useMedia('(prefers-reduced-motion: reduce)');
  const hidden = useHidden();
  const wished = !ready || pace === 'hopeless' ? null : motionOf(settings, wantsStillness);
  const running = !hidden && place !== 'document' && !(isStreaming && pace !== 'well');
  const onPace = (next: Pace): void => setPace((before) => (before === 'well' || next === 'hopeless' ? next : before));
  const started = usePlayer(ref, { effect: wished, running, speed: settings.speed, look, onPace });
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
