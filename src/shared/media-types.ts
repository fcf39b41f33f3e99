import { extensionOf } from './file-formats.ts';

export interface MediaType {
  /** MIME type. */
  readonly type: string;
  /** The language that its text is coloured as; empty for none. */
  readonly language: string;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';

/** MIME type, language and extensions of every accepted format; a test compares them with `file-formats.ts`. */
const FORMATS: readonly (readonly [type: string, language: string, extensions: string])[] = [
  ['image/jpeg', '', 'jpg jpeg'],
  ['image/png', '', 'png'],
  ['image/gif', '', 'gif'],
  ['image/webp', '', 'webp'],
  ['application/pdf', '', 'pdf'],
  [`${OOXML}.wordprocessingml.document`, '', 'docx'],
  ['application/vnd.oasis.opendocument.text', '', 'odt'],
  [`${OOXML}.presentationml.presentation`, '', 'pptx'],
  ['application/epub+zip', '', 'epub'],
  ['message/rfc822', '', 'eml'],
  [`${OOXML}.spreadsheetml.sheet`, '', 'xlsx'],
  ['text/csv', '', 'csv'],
  ['text/tab-separated-values', '', 'tsv'],
  ['text/html', 'html', 'html htm xhtml'],
  ['text/markdown', '', 'md markdown'],
  ['text/plain', '', 'txt text rst tex srt vtt'],
  ['application/json', 'json', 'json jsonl ndjson ipynb'],
  ['application/xml', 'xml', 'xml rss'],
  ['application/yaml', 'yaml', 'yaml yml'],
  ['application/toml', 'ini', 'toml'],
  ['text/x-log', '', 'log'],
  ['text/x-ini', 'ini', 'ini cfg conf properties env'],
  ['application/sql', 'sql', 'sql'],
  ['text/javascript', 'javascript', 'js jsx mjs cjs'],
  ['text/x-typescript', 'typescript', 'ts tsx'],
  ['text/x-vue', 'xml', 'vue svelte'],
  ['text/css', 'css', 'css scss less'],
  ['text/x-python', 'python', 'py pyi'],
  ['text/x-java', 'java', 'java gradle'],
  ['text/x-kotlin', 'kotlin', 'kt kts'],
  ['text/x-scala', 'java', 'scala'],
  ['text/x-c', 'c', 'c h'],
  ['text/x-c++', 'cpp', 'cpp cc hpp'],
  ['text/x-csharp', 'csharp', 'cs'],
  ['text/x-objective-c', 'c', 'm'],
  ['text/x-go', 'go', 'go'],
  ['text/x-rust', 'rust', 'rs'],
  ['text/x-ruby', 'ruby', 'rb'],
  ['text/x-php', 'php', 'php'],
  ['text/x-swift', 'swift', 'swift'],
  ['text/x-dart', 'java', 'dart'],
  ['text/x-shellscript', 'bash', 'sh bash zsh'],
  ['text/x-powershell', 'powershell', 'ps1'],
  ['text/x-batch', '', 'bat cmd'],
  ['text/x-lua', 'lua', 'lua'],
  ['text/x-perl', '', 'pl pm'],
  ['text/x-r', '', 'r'],
  ['text/x-julia', '', 'jl'],
  ['text/x-haskell', '', 'hs'],
  ['text/x-elixir', 'ruby', 'ex exs'],
  ['text/x-protobuf', '', 'proto'],
  ['application/graphql', 'graphql', 'graphql'],
  ['text/x-diff', 'diff', 'diff patch'],
  ['text/x-terraform', '', 'tf'],
];

/** By extension, in lower case. */
export const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map(
  FORMATS.flatMap(([type, language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, { type, language }] as const),
  ),
);

/** The language that a file's text is coloured as; empty for none. */
export const languageOf = (name: string): string => MEDIA_TYPES.get(extensionOf(name))?.language ?? '';
