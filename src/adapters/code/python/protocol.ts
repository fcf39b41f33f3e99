import { z } from 'zod';

/* What the server and the process that runs Python say to each other: one line of JSON each. */

/** An argument of the process. */
export const processOptions = z.object({
  /** Of pyodide's files. */
  folder: z.string(),
  /** Of the operator's packages. */
  packages: z.string().optional(),
  /** The list of packages with their hashes. */
  lockFile: z.string(),
  /** When the program is interrupted, from its start. */
  programMs: z.number(),
});

export type ProcessOptions = z.output<typeof processOptions>;

/** A file by its path within `/files` or `/out`. */
const wireFile = z.object({ name: z.string(), base64: z.string() });

export const program = z.object({ code: z.string(), files: z.array(wireFile) });

/** What a program imports beyond the standard library. */
export const importedNames = z.array(z.string());

export const outcome = z.object({
  output: z.string(),
  error: z.string().nullish(),
  files: z.array(wireFile),
  /** Files that there was no room for. */
  omitted: z.number(),
});

export type Outcome = z.output<typeof outcome>;

/** The first line: Python is there. */
export const READY = '{"ready":true}';

/** Undefined for what is no JSON of this shape. */
export const parseLine = <T extends z.ZodType>(schema: T, line: string): z.output<T> | undefined => {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};
