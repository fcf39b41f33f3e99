import {
  extensionOf,
  extensionsOf,
  KIND_BY_EXTENSION,
  kindOf,
  type FileKind,
} from '../../../src/shared/file-formats.ts';

/** For the browser's file dialog. The server checks the bytes too. */
export const ACCEPT = [...KIND_BY_EXTENSION.keys()].map((extension) => `.${extension}`).join(',');

/** The limits of the account; sizes in bytes. */
export interface FileLimits {
  readonly maxPerMessage: number;
  readonly maxFileSize: number;
}

/** Used until the server's limits are loaded. The server checks the size itself. */
export const DEFAULT_FILE_LIMITS: FileLimits = { maxPerMessage: 5, maxFileSize: Infinity };

/** How a file is shown: as what it is stored, or `other` for what is not known by its name. */
export type ShownKind = FileKind | 'other';

/** Of all files of a group together, which stand in a message like one. */
export const KNOWLEDGE_TYPE = 'knowledge';

export const isAccepted = (name: string): boolean => kindOf(name) !== undefined;

export const isImage = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('image/') || (type === '' && extensionsOf('image').includes(extensionOf(name)));

/** What a file is, as far as showing it goes. */
export const getFileKind = (file: { readonly name: string; readonly type: string }): ShownKind => {
  if (isImage(file)) return 'image';
  return kindOf(file.name) ?? (file.type.startsWith('text/') ? 'text' : 'other');
};
