/** How a file is parsed and shown. Stored with the file. */
export type FileKind =
  | 'image'
  | 'pdf'
  | 'docx'
  | 'odt'
  | 'slides'
  | 'book'
  | 'mail'
  | 'sheet'
  | 'html'
  | 'markdown'
  | 'text'
  | 'data'
  | 'code';

export interface FileFormat {
  readonly kind: FileKind;
  /** MIME type. */
  readonly type: string;
  /** The language that its text is coloured as; empty for none. */
  readonly language: string;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';

/**
 * Every accepted format, once: kind, MIME type, language, extensions. The detector, the page's upload hints, the text of
 * a refusal and docs/file-formats.md derive from it.
 */
const FORMATS: readonly (readonly [kind: FileKind, type: string, language: string, extensions: string])[] = [
  ['image', 'image/jpeg', '', 'jpg jpeg'],
  ['image', 'image/png', '', 'png'],
  ['image', 'image/gif', '', 'gif'],
  ['image', 'image/webp', '', 'webp'],
  ['pdf', 'application/pdf', '', 'pdf'],
  ['docx', `${OOXML}.wordprocessingml.document`, '', 'docx'],
  ['odt', 'application/vnd.oasis.opendocument.text', '', 'odt'],
  ['slides', `${OOXML}.presentationml.presentation`, '', 'pptx'],
  ['book', 'application/epub+zip', '', 'epub'],
  ['mail', 'message/rfc822', '', 'eml'],
  ['sheet', `${OOXML}.spreadsheetml.sheet`, '', 'xlsx'],
  ['sheet', 'text/csv', '', 'csv'],
  ['sheet', 'text/tab-separated-values', '', 'tsv'],
  ['html', 'text/html', 'html', 'html htm xhtml'],
  ['markdown', 'text/markdown', '', 'md markdown'],
  ['text', 'text/plain', '', 'txt text rst adoc org tex srt vtt'],
  ['data', 'application/json', 'json', 'json jsonl ndjson geojson ipynb'],
  ['data', 'application/xml', 'xml', 'xml xsd xsl rss atom'],
  ['code', 'application/yaml', 'yaml', 'yaml yml'],
  ['code', 'application/toml', 'ini', 'toml'],
  ['code', 'text/x-log', '', 'log'],
  ['code', 'text/x-ini', 'ini', 'ini cfg conf properties env'],
  ['code', 'application/sql', 'sql', 'sql'],
  ['code', 'text/javascript', 'javascript', 'js jsx mjs cjs'],
  ['code', 'text/x-typescript', 'typescript', 'ts tsx mts cts'],
  ['code', 'text/x-vue', 'xml', 'vue svelte'],
  ['code', 'text/css', 'css', 'css scss less'],
  ['code', 'text/x-python', 'python', 'py pyi'],
  ['code', 'text/x-java', 'java', 'java groovy gradle'],
  ['code', 'text/x-kotlin', 'kotlin', 'kt kts'],
  ['code', 'text/x-scala', 'java', 'scala'],
  ['code', 'text/x-c', 'c', 'c h'],
  ['code', 'text/x-c++', 'cpp', 'cpp cc cxx hpp hh'],
  ['code', 'text/x-csharp', 'csharp', 'cs'],
  ['code', 'text/x-objective-c', 'c', 'm mm'],
  ['code', 'text/x-go', 'go', 'go'],
  ['code', 'text/x-rust', 'rust', 'rs'],
  ['code', 'text/x-ruby', 'ruby', 'rb'],
  ['code', 'text/x-php', 'php', 'php'],
  ['code', 'text/x-swift', 'swift', 'swift'],
  ['code', 'text/x-dart', 'java', 'dart'],
  ['code', 'text/x-shellscript', 'bash', 'sh bash zsh'],
  ['code', 'text/x-powershell', 'powershell', 'ps1 psm1'],
  ['code', 'text/x-batch', '', 'bat cmd'],
  ['code', 'text/x-lua', 'lua', 'lua'],
  ['code', 'text/x-perl', '', 'pl pm'],
  ['code', 'text/x-r', '', 'r'],
  ['code', 'text/x-julia', '', 'jl'],
  ['code', 'text/x-haskell', '', 'hs'],
  ['code', 'text/x-elixir', 'ruby', 'ex exs'],
  ['code', 'text/x-erlang', '', 'erl'],
  ['code', 'text/x-clojure', '', 'clj'],
  ['code', 'text/x-protobuf', '', 'proto'],
  ['code', 'application/graphql', 'graphql', 'graphql gql'],
  ['code', 'text/x-diff', 'diff', 'diff patch'],
  ['code', 'text/x-terraform', '', 'tf'],
];

/** By extension, in lower case. */
export const FILE_FORMATS: ReadonlyMap<string, FileFormat> = new Map(
  FORMATS.flatMap(([kind, type, language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, { kind, type, language }] as const),
  ),
);

/** In lower case, without the dot; empty for a name without one. */
export const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

export const formatOf = (name: string): FileFormat | undefined => FILE_FORMATS.get(extensionOf(name));

export const extensionsOf = (kind: FileKind): readonly string[] =>
  [...FILE_FORMATS].filter(([, format]) => format.kind === kind).map(([extension]) => extension);
