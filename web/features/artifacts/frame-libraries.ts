import type { DrawnKind } from '../../frame/frame-protocol.ts';

/** What draws a kind, from our own files: the frame has no network to fetch it by itself. */
const FILES: Readonly<Partial<Record<DrawnKind, string>>> = {
  mermaid: '/artifact-mermaid.js',
  react: '/artifact-react.js',
};

const loaded = new Map<string, Promise<string>>();

const fetchText = async (path: string): Promise<string> => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
};

/** The script that draws a kind; empty where none is needed. Asking again after a failure fetches again. */
export const loadLibrary = (kind: DrawnKind): Promise<string> => {
  const path = FILES[kind];
  if (path === undefined) return Promise.resolve('');
  const text = loaded.get(path) ?? fetchText(path);
  loaded.set(path, text);
  text.catch(() => loaded.delete(path));
  return text;
};
