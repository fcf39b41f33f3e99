import { z } from 'zod';

/* What server and model process say to each other. */

/** How to load and run a model; an argument of the process. */
export const processSpec = z.object({
  modelFile: z.string(),
  folder: z.string(),
  output: z.enum(['vector', 'score']),
  maxTokens: z.number(),
  threads: z.number(),
  /** The process ends itself when it has more after a job. */
  maxRssMb: z.number(),
});

export type ProcessSpec = z.output<typeof processSpec>;

/** A text, or a question and a text. */
const modelInput = z.object({ text: z.string(), pair: z.string().optional() });

export type ModelInput = z.output<typeof modelInput>;

export const modelJob = z.object({ id: z.number(), inputs: z.array(modelInput) });

/** By its tag: what came from another context is no instance of ours. */
const isFloats = (value: unknown): value is Float32Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Float32Array]';

const rows = z.object({
  /** One row after another. */
  values: z.custom<Float32Array>(isFloats),
  /** Numbers per row. */
  width: z.number(),
});

export type Rows = z.output<typeof rows>;

export const processMessage = z.union([
  z.object({ ready: z.literal(true), width: z.number() }),
  rows.extend({ id: z.number() }),
  z.object({ id: z.number(), failed: z.string() }),
]);

/** Why a model process ended itself. */
export const EXIT_CODES = { runtime: 81, invalid: 82, memory: 86 } as const;
