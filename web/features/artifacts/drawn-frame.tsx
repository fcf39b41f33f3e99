import { useEffect, useRef, useState } from 'react';

import type { Artifact } from '../../../src/shared/artifact.ts';
import { type DrawnKind, type DrawRequest, type FrameTheme, parseReport } from '../../frame/frame-protocol.ts';
import styles from './artifact-panel.module.css';
import { loadLibrary } from './frame-libraries.ts';
import { useTranslations } from './texts.ts';

interface DrawnFrameProps {
  readonly kind: DrawnKind;
  readonly name: string;
  readonly source: Artifact['source'];
  readonly growing: boolean;
  readonly theme: FrameTheme;
}

/** What grows is drawn anew at most this often. */
const REDRAW_MS = 500;

/** The frame takes requests once it is there, and says what became of each. Other windows' messages are not heard. */
const useFrame = () => {
  const ref = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === null || source !== ref.current?.contentWindow) return;
      const report = parseReport(data);
      if (report?.draw === 0) setReady(true);
      else if (report) setFailure(report.failed);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  const send = (request: DrawRequest): void => ref.current?.contentWindow?.postMessage(request, '*');
  return { ref, ready, failure, setFailure, send };
};

/** Draws foreign code where it can do no harm: web/frame and docs/adr/0084. */
export const DrawnFrame = ({ kind, name, source, growing, theme }: DrawnFrameProps) => {
  const t = useTranslations();
  const { ref, ready, failure, setFailure, send } = useFrame();
  const drawn = useRef({ at: -REDRAW_MS, count: 0 });
  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    if (!ready) return undefined;
    const draw = (): void => {
      drawn.current = { at: performance.now(), count: drawn.current.count + 1 };
      const { count } = drawn.current;
      loadLibrary(kind).then(
        (library) => {
          if (drawn.current.count === count) sendLatest.current({ draw: count, kind, source, growing, theme, library });
        },
        () => setFailure(t('libraryFailed')),
      );
    };
    const timer = setTimeout(draw, Math.max(0, drawn.current.at + REDRAW_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [ready, kind, source, growing, theme, setFailure, t]);
  return (
    <div className={styles['drawing']}>
      <iframe
        ref={ref}
        src="/artifact-frame"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        title={t('drawing', { name })}
        className={styles['frame']}
      />
      {failure === null || growing ? null : (
        <p role="status" className={styles['failure']}>
          {t('failed', { why: failure })}
        </p>
      )}
    </div>
  );
};
