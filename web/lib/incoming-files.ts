import { carriesFiles } from './keep-page-on-drop.ts';

/** What lies over the page takes its own drops. */
export const isPageCovered = (): boolean => document.querySelector('dialog[open]') !== null;

/** Text that was copied with its picture, as from a word processor, is pasted as text. */
const pastedImages = ({ clipboardData }: ClipboardEvent): File[] =>
  clipboardData?.types.includes('text/plain')
    ? []
    : [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Hands over files that are dropped on the page, and images that are pasted into it. Returns what ends that. */
export const onIncomingFiles = (onFiles: (files: readonly File[]) => void): (() => void) => {
  const handOver = (files: readonly File[]): void => {
    if (files.length > 0 && !isPageCovered()) onFiles(files);
  };
  const onDrop = (event: DragEvent): void => {
    if (carriesFiles(event)) handOver([...(event.dataTransfer?.files ?? [])]);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const images = pastedImages(event);
    if (images.length > 0) event.preventDefault();
    handOver(images);
  };
  window.addEventListener('drop', onDrop);
  window.addEventListener('paste', onPaste);
  return () => {
    window.removeEventListener('drop', onDrop);
    window.removeEventListener('paste', onPaste);
  };
};
