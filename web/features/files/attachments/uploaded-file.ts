/** What the server says of a file it has just taken. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

/** The answer to an upload; for what it leaves out, what the browser knows of the file. */
export const parseUploadedFile = (body: unknown, file: File): UploadedFile => {
  const record = isRecord(body) ? body : {};
  return {
    id: textOr(record['id'], ''),
    name: textOr(record['name'], file.name),
    type: textOr(record['type'], file.type),
    size: typeof record['size'] === 'number' ? record['size'] : file.size,
  };
};
