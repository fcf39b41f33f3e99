/** What the page and the frame of artifacts say to each other. Both take any message for hostile. */
export type DrawnKind = 'html' | 'svg' | 'mermaid' | 'react';
export type FrameTheme = 'light' | 'dark';

export interface DrawRequest {
  readonly draw: number;
  readonly kind: DrawnKind;
  readonly source: string;
  /** More of it comes. */
  readonly growing: boolean;
  readonly theme: FrameTheme;
  /** The script that draws this kind; empty for none. */
  readonly library: string;
}

/** `draw` is the number of the request; 0: the frame is there. */
export interface FrameReport {
  readonly draw: number;
  /** Why it could not be drawn; null: it was. */
  readonly failed: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isDrawRequest = (value: unknown): value is DrawRequest =>
  isRecord(value) &&
  typeof value['draw'] === 'number' &&
  typeof value['kind'] === 'string' &&
  typeof value['source'] === 'string' &&
  typeof value['growing'] === 'boolean' &&
  typeof value['theme'] === 'string' &&
  typeof value['library'] === 'string';

const MAX_MESSAGE_LENGTH = 300;

/** Null for what is no report. */
export const parseReport = (value: unknown): FrameReport | null => {
  if (!isRecord(value) || typeof value['draw'] !== 'number') return null;
  const failed = value['failed'];
  return {
    draw: value['draw'],
    failed: typeof failed === 'string' ? failed.slice(0, MAX_MESSAGE_LENGTH) : null,
  };
};

/** What the document of an artifact says: it was drawn, or it failed. */
export const parseDrawing = (value: unknown): { readonly failed: string | null } | null => {
  if (!isRecord(value)) return null;
  if (value['drawn'] === true) return { failed: null };
  const failed = value['failed'];
  return typeof failed === 'string' ? { failed: failed.slice(0, MAX_MESSAGE_LENGTH) } : null;
};
