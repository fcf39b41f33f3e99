import { useEffect, useRef, useState, type ComponentType } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { onIncomingFiles } from '../../lib/incoming-files.ts';
import type { PageDropZoneProps } from './page-drop-zone.tsx';

/** Takes files from the beginning. What they need is loaded when the browser is idle, or when the first ones come. */
export const LazyPageDropZone = () => {
  const [Zone, setZone] = useState<ComponentType<PageDropZoneProps> | null>(null);
  const early = useRef<File[]>([]);
  const load = (): void => {
    void import('./page-drop-zone.tsx').then(
      ({ PageDropZone }) => setZone(() => PageDropZone),
      () => undefined, // with the next files it is tried again
    );
  };
  useIdleCallback(load);
  useEffect(
    () =>
      Zone
        ? undefined
        : onIncomingFiles((files) => {
            early.current.push(...files);
            load();
          }),
    [Zone],
  );
  return Zone ? <Zone takeEarly={() => early.current.splice(0)} /> : null;
};
