/** What the server says of a file it has just taken. */
export interface Kept {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const text = (value: unknown, other: string): string => (typeof value === 'string' && value !== '' ? value : other);

/** The answer to an upload; for what it leaves out, what the browser knows of the file. */
export const keptFile = (body: unknown, file: File): Kept => {
  const of = isRecord(body) ? body : {};
  return {
    id: text(of['id'], ''),
    name: text(of['name'], file.name),
    type: text(of['type'], file.type),
    size: typeof of['size'] === 'number' ? of['size'] : file.size,
  };
};
