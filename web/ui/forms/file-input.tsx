import { useRef, type ReactNode } from 'react';

interface FileInputProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** What opens the browser's file dialog. */
  readonly trigger: (open: () => void) => ReactNode;
}

/** A hidden file input with its own trigger. The same file can be chosen again. */
export const FileInput = ({ label, accept, multiple = true, onFiles, trigger }: FileInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {trigger(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
};
