import { Download } from 'lucide-react';

import { Button } from '../../../ui/button.tsx';
import { fromBase64 } from '../base64.ts';
import type { FileDetails } from '../files-api.ts';
import { useTranslations } from '../texts.ts';

/** The browser needs the address for a moment after the click. */
const REVOKE_DELAY_MS = 60_000;

const downloadFile = ({ name, type, content }: FileDetails): void => {
  const address = URL.createObjectURL(new Blob([fromBase64(content)], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
};

/** Saves the file on the person's machine; it is never opened as a page of ours. */
export const DownloadButton = ({ file }: { readonly file: FileDetails }) => {
  const t = useTranslations();
  return (
    <Button size="s" icon={<Download aria-hidden="true" />} onClick={() => downloadFile(file)}>
      {t('download')}
    </Button>
  );
};
