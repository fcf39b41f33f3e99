import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { ServerTool } from '../../domain/tools/ports.ts';
import { MAX_TOOLS_PER_SERVER } from '../../shared/tools.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { LIMITS } from './limits.ts';

const isName = (name: string): boolean =>
  name.length > 0 && name.length <= LIMITS.nameLength && cleanLine(name, LIMITS.nameLength) === name;

const text = z.string().optional().catch(undefined);
/** What only describes a tool may be wrong. */
const toolShape = z.object({
  name: z.string().refine(isName),
  title: text,
  description: text,
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: z
    .object({ title: text, readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** The same text for the same value, whatever the order of its keys; undefined for one that is nested too deeply. */
const canonical = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  } catch {
    return undefined;
  }
};

const digestOf = (name: string, description: string, schema: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, description, schema]))
    .digest('hex');

/** Undefined for one that is none, or whose name or schema is too long: a model could not call it. */
const readTool = (tool: unknown): ServerTool | undefined => {
  const { data } = toolShape.safeParse(tool);
  if (!data) return undefined;
  const { name, title, description, inputSchema, annotations } = data;
  const schema = canonical(inputSchema);
  if (schema === undefined || schema.length > LIMITS.schemaLength) return undefined;
  const about = cleanText(description ?? '', LIMITS.descriptionLength);
  return {
    name,
    title: cleanText(title ?? annotations?.title ?? '', LIMITS.titleLength) || name,
    description: about,
    inputSchema: { ...inputSchema },
    readOnly: annotations?.readOnlyHint === true,
    digest: digestOf(name, about, schema),
  };
};

/** Those that can be used, within the limits; of two with one name the first. */
export const readTools = (tools: readonly unknown[]): readonly ServerTool[] => {
  const known = new Map<string, ServerTool>();
  for (const tool of tools) {
    const read = readTool(tool);
    if (read && !known.has(read.name)) known.set(read.name, read);
    if (known.size === MAX_TOOLS_PER_SERVER) break;
  }
  return [...known.values()];
};
