/** How a file is parsed and shown. Stored with the file. */
export type FileKind = keyof typeof EXTENSIONS;

/**
 * Every accepted extension by its kind. The detector, the page's upload hints, the text of a refusal and
 * docs/file-formats.md derive from it. The page loads it first, so what only few need stands in `media-types.ts`.
 */
const EXTENSIONS = {
  image: 'jpg jpeg png gif webp',
  pdf: 'pdf',
  docx: 'docx',
  odt: 'odt',
  slides: 'pptx',
  book: 'epub',
  mail: 'eml',
  sheet: 'xlsx csv tsv',
  html: 'html htm xhtml',
  markdown: 'md markdown',
  text: 'txt text rst tex srt vtt',
  data: 'json jsonl ndjson ipynb xml rss',
  code:
    'yaml yml toml log ini cfg conf properties env sql js jsx mjs cjs ts tsx vue svelte css scss less py pyi java ' +
    'gradle kt kts scala c h cpp cc hpp cs m go rs rb php swift dart sh bash zsh ps1 bat cmd lua pl pm r jl hs ex ' +
    'exs proto graphql diff patch tf',
} as const;

const isKind = (name: string): name is FileKind => name in EXTENSIONS;

export const FILE_KINDS: readonly FileKind[] = Object.keys(EXTENSIONS).filter(isKind);

export const extensionsOf = (kind: FileKind): readonly string[] => EXTENSIONS[kind].split(' ');

/** By extension, in lower case. */
export const KIND_BY_EXTENSION: ReadonlyMap<string, FileKind> = new Map(
  FILE_KINDS.flatMap((kind) => extensionsOf(kind).map((extension) => [extension, kind] as const)),
);

/** In lower case, without the dot; empty for a name without one. */
export const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

export const kindOf = (name: string): FileKind | undefined => KIND_BY_EXTENSION.get(extensionOf(name));
