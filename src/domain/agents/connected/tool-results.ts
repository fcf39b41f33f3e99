import type { ToolPart } from '../../../shared/reply-details.ts';
import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import { toSingleLine, wrapUntrustedText } from '../../kernel/untrusted-text.ts';
import type { ToolContent, ToolOutcome } from '../../tools/ports.ts';
import type { ReturnedFiles } from './ports.ts';

/** Of one call. */
const MAX_PARTS = 20;
const MAX_FILES = 5;
/** For the model; those that are shown may be fewer. */
const MAX_CHARACTERS = 30_000;
const MAX_SHOWN_CHARACTERS = 8000;
const MAX_NAME_CHARACTERS = 200;
const MAX_URL_CHARACTERS = 2000;

export interface ToolResult {
  /** For the timeline. */
  readonly parts: readonly ToolPart[];
  /** For the model, as untrusted data. */
  readonly text: string;
}

interface Converted {
  readonly part: ToolPart;
  readonly text: string;
}

/** What a tool returned, for the person and for the model. */
export class ToolResults {
  constructor(private readonly files: ReturnedFiles) {}

  /** `current`: the account as it is now, whose files they become. */
  async convert(
    label: string,
    { isError, content }: ToolOutcome,
    current: () => Promise<UserRequester>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const parts: ToolPart[] = [];
    const texts: string[] = isError ? ['The tool reports an error.'] : [];
    let [files, shown] = [0, 0];
    for (const each of content.slice(0, MAX_PARTS)) {
      if (each.bytes) files += 1;
      const { part, text } = await this.convertPart(each, files <= MAX_FILES, current, signal);
      parts.push(cut(part, MAX_SHOWN_CHARACTERS - shown));
      shown += parts.at(-1)?.text.length ?? 0;
      texts.push(text);
    }
    if (content.length > MAX_PARTS) texts.push(`${content.length - MAX_PARTS} further parts are left out.`);
    return { parts, text: wrapUntrustedText(label, texts.join('\n\n') || 'The result is empty.', MAX_CHARACTERS) };
  }

  private async convertPart(
    { kind, text, bytes, mimeType, url }: ToolContent,
    mayKeep: boolean,
    current: () => Promise<UserRequester>,
    signal: AbortSignal,
  ): Promise<Converted> {
    if (kind === 'link') return linkOf(text, url);
    if (kind === 'text' || kind === 'data') return { part: { kind, text }, text };
    const name = toSingleLine(text, MAX_NAME_CHARACTERS) || kind;
    if (!bytes || !mayKeep) return note(`${name}: not kept, because a call may return at most ${MAX_FILES} files.`);
    const kept = await this.files.keep(await current(), { name: withExtension(name, mimeType), bytes }, signal);
    if ('refusal' in kept) return note(`${name}: not kept. ${kept.refusal}`);
    const shown = kept.isImage ? 'image' : 'file';
    const part = { kind: shown, text: kept.name, fileId: kept.fileId, mimeType: kept.type } as const;
    return { part, text: `[${kept.isImage ? 'Image' : 'File'} "${kept.name}", shown to the person]` };
  }
}

const note = (text: string): Converted => ({ part: { kind: 'text', text }, text });

/** Links are shown and never fetched. */
const linkOf = (text: string, url = ''): Converted => {
  const name = toSingleLine(text, MAX_NAME_CHARACTERS) || 'link';
  const isWeb = url.length <= MAX_URL_CHARACTERS && /^https?:\/\//i.test(url) && URL.canParse(url);
  const shown = toSingleLine(url, MAX_URL_CHARACTERS);
  if (!isWeb) return note(shown === '' ? name : `${name}: ${shown}`);
  return { part: { kind: 'link', text: name, url }, text: `[Link "${name}": ${url}]` };
};

/** JSON that is cut can no longer be read as such. */
const cut = (part: ToolPart, room: number): ToolPart => {
  if (part.text.length <= room || part.kind === 'image' || part.kind === 'file' || part.kind === 'link') return part;
  return { ...part, kind: 'text', text: `${part.text.slice(0, Math.max(0, room))}…` };
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/json': 'json',
};

/** Files are known by their names too, which tools often leave out. */
const withExtension = (name: string, mimeType = ''): string => {
  const extension = Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType] : undefined;
  return extension === undefined || /\.[a-z0-9]{1,5}$/i.test(name) ? name : `${name}.${extension}`;
};
