import { Paperclip } from 'lucide-react';
import { useRef } from 'react';

import { IconButton } from '../../../ui/icon-button.tsx';
import { ACCEPT } from '../file-types.ts';
import { useTranslations } from '../attach-texts.ts';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** For somebody who may not attach yet: asks for what is missing instead of for files. */
  readonly onUploadDisabled?: (() => void) | null | undefined;
}

/** Opens the browser's file dialog, for as many files as one likes. */
export const AttachButton = ({ onFiles, onUploadDisabled }: AttachButtonProps) => {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t('attach')}
        tooltip="top"
        icon={<Paperclip />}
        onClick={() => (onUploadDisabled ? onUploadDisabled() : input.current?.click())}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('toAttach')}
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again after it was removed.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
};
