import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

import type { ToolContent, ToolOutcome } from '../../domain/tools/ports.ts';
import { cleanLine } from './clean-text.ts';
import { LIMITS } from './limits.ts';

const TOO_LARGE = 'A part of the result was left out: it is larger than 10 MB.';
const TOO_LONG = '[The rest of the text was left out.]';
const WEB_LINK = /^https?:\/\/[^\s]{1,2000}$/i;
const MIME_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;
/** Four characters of base64 are three bytes. */
const maxEncoded = Math.ceil((LIMITS.blobBytes * 4) / 3) + 4;

const text = (value: string): ToolContent => ({ kind: 'text', text: value });

const mimeTypeOf = (type: string | undefined): string =>
  type !== undefined && MIME_TYPE.test(type) ? type.toLowerCase() : 'application/octet-stream';

/** The last part of a path, without what a file system or a header could take for more than a name. */
const nameOf = (uri: string, fallback: string): string => {
  const name = cleanLine(uri.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '', 100).replace(/[\\:"<>|*]/g, '_');
  return name === '' || name === '.' || name === '..' ? fallback : name;
};

const blob = (data: string, type: string | undefined, name: string): ToolContent => {
  const mimeType = mimeTypeOf(type);
  const bytes = data.length > maxEncoded ? undefined : Buffer.from(data, 'base64');
  if (!bytes || bytes.byteLength > LIMITS.blobBytes) return text(TOO_LARGE);
  return { kind: mimeType.startsWith('image/') ? 'image' : 'file', text: name, bytes, mimeType };
};

const link = ({ uri, name, title }: { uri: string; name: string; title?: string | undefined }): ToolContent => {
  const label = cleanLine(title ?? name, LIMITS.titleLength);
  if (WEB_LINK.test(uri) && URL.canParse(uri)) return { kind: 'link', text: label || uri.slice(0, 200), url: uri };
  return text(`${label} (${cleanLine(uri, LIMITS.messageLength)})`);
};

const readBlock = (block: ContentBlock, index: number): ToolContent => {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return blob(block.data, block.mimeType, `image-${index + 1}`);
    case 'audio':
      return blob(block.data, block.mimeType, `audio-${index + 1}`);
    case 'resource_link':
      return link(block);
    case 'resource':
      return 'text' in block.resource
        ? text(block.resource.text)
        : blob(block.resource.blob, block.resource.mimeType, nameOf(block.resource.uri, `file-${index + 1}`));
  }
};

/** Within the limit of characters of all parts together. */
const limitText = (parts: readonly ToolContent[]): readonly ToolContent[] => {
  let left: number = LIMITS.textLength;
  return parts.flatMap((part) => {
    const isLong = part.text.length > left;
    if (part.kind === 'data' && isLong) return [text('The data of the result were left out: they are too long.')];
    const shown = isLong ? `${part.text.slice(0, left)}\n${TOO_LONG}` : part.text;
    const isEmpty = left <= 0 && part.bytes === undefined;
    left -= Math.min(left, part.text.length);
    return isEmpty ? [] : [{ ...part, text: shown }];
  });
};

/** What a tool returned, within the limits. */
export const readResult = ({ content, structuredContent, isError }: CallToolResult): ToolOutcome => {
  const parts = content.slice(0, LIMITS.parts).map(readBlock);
  const data: readonly ToolContent[] =
    structuredContent === undefined ? [] : [{ kind: 'data', text: JSON.stringify(structuredContent) }];
  return { isError: isError === true, content: limitText([...parts, ...data]) };
};

export const failure = (message: string): ToolOutcome => ({ isError: true, content: [text(message)] });
