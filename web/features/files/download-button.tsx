import { Download } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { bytesFrom } from './bytes.ts';
import type { ReadFile } from './files-api.ts';
import { useTexts } from './texts.ts';

/** The browser needs the address for a moment after the click. */
const FORGET_AFTER = 60_000;

const save = ({ name, type, content }: ReadFile): void => {
  const address = URL.createObjectURL(new Blob([bytesFrom(content)], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER);
};

/** Saves the file on the person's machine; it is never opened as a page of ours. */
export const DownloadButton = ({ file }: { readonly file: ReadFile }) => {
  const t = useTexts();
  return (
    <Button size="s" icon={<Download aria-hidden="true" />} onClick={() => save(file)}>
      {t('download')}
    </Button>
  );
};
