import { type ReactNode, useState } from 'react';

import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import type { OpenedArtifact } from './artifact-answers.ts';
import type { ArtifactEditing } from './artifact-editing.ts';
import { useTranslations } from './texts.ts';

interface Closing {
  readonly opened: OpenedArtifact;
  readonly editing?: ArtifactEditing | undefined;
  readonly onClose: () => void;
}

/** Asks before the panel closes over a text that is not saved. */
export const useClosing = ({ opened, editing, onClose }: Closing): { close: () => void; question: ReactNode } => {
  const t = useTranslations();
  const [asks, setAsks] = useState(false);
  const isUnsaved = editing !== undefined && editing.draftOf(opened.id) !== null;
  return {
    close: () => (isUnsaved ? setAsks(true) : onClose()),
    question: asks ? (
      <AlertDialog
        title={t('closeUnsaved')}
        text={t('closeUnsavedText')}
        action={t('closeAnyway')}
        danger={false}
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      />
    ) : null,
  };
};
