import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { OperatorServer } from '../domain/tools/servers/ports.ts';
import { TIERS } from '../shared/tiers.ts';

/** A program of this machine whose tools answer in chats. */
export interface OperatorProgram extends OperatorServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const MAX_PROGRAMS = 50;
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,23}$/;
const ID_PREFIX = 'operator:';

const audience = z.strictObject({
  tiers: z.array(z.enum(TIERS)).nullable().default(null),
  groups: z.array(z.string().min(1).max(64)).nullable().default(null),
});

const program = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z
    .string({ error: 'must be a program of this machine; servers with an address are added in the panel' })
    .min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable'), z.string()).default({}),
  audience: audience.optional(),
});

/** The well-known shape, so that an existing file can be used. */
const file = z.object({
  mcpServers: z
    .record(z.string().regex(NAME, 'must be at most 24 letters, digits, spaces, dots, - or _'), program)
    .refine((programs) => Object.keys(programs).length <= MAX_PROGRAMS, `must be at most ${MAX_PROGRAMS}`),
});

type ToolServersFile = { readonly programs: readonly OperatorProgram[] } | { readonly faults: readonly string[] };

const fault = (text: string): ToolServersFile => ({ faults: [`TOOL_SERVERS_FILE: ${text}`] });

/** Of a wrong key, what is wrong with it. */
const textOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message;

/** The programs that the operator named, or faults: one line each. Values are not named: they may be secrets. */
export const loadToolServers = (path: string | undefined): ToolServersFile => {
  if (path === undefined) return { programs: [] };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fault(error instanceof SyntaxError ? `${path} is not JSON` : `${path} cannot be read`);
  }
  const parsed = file.safeParse(json);
  if (!parsed.success)
    return {
      faults: parsed.error.issues.map((issue) => `TOOL_SERVERS_FILE: ${issue.path.join('.')}: ${textOf(issue)}`),
    };
  return {
    programs: Object.entries(parsed.data.mcpServers).map(([name, { command, args, env, audience: named }]) => ({
      id: `${ID_PREFIX}${name}`,
      name,
      command,
      args,
      env,
      audience: named,
    })),
  };
};
