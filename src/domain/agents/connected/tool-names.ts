import { MAX_TOOLS_PER_REPLY } from '../../../shared/tools.ts';
import { toSingleLine } from '../../kernel/untrusted-text.ts';
import type { ModelTool } from '../../chat/models/ports.ts';
import type { UsableTool } from '../../tools/ports.ts';

const MAX_NAME_LENGTH = 64;
const MAX_SLUG_LENGTH = 20;
const MAX_DESCRIPTION_CHARACTERS = 1000;
const MAX_SCHEMA_CHARACTERS = 8000;

export interface NamedTool {
  readonly usable: UsableTool;
  readonly spec: ModelTool;
}

/** The tools as models see them; those with a schema that is too large are left out, and those beyond the limit. */
export const nameTools = (usable: readonly UsableTool[]): readonly NamedTool[] => {
  const taken = new Set<string>();
  return usable
    .filter(({ tool }) => JSON.stringify(tool.inputSchema).length <= MAX_SCHEMA_CHARACTERS)
    .slice(0, MAX_TOOLS_PER_REPLY)
    .map((each) => ({ usable: each, spec: specOf(each, uniqueName(each, taken)) }));
};

const specOf = ({ serverName, tool }: UsableTool, name: string): ModelTool => ({
  name,
  description: toSingleLine(
    `Of the server ${toSingleLine(serverName, 60)}, in its words: ${tool.description || tool.title || tool.name}`,
    MAX_DESCRIPTION_CHARACTERS,
  ),
  parameters: { ...tool.inputSchema, type: 'object' },
});

const uniqueName = ({ serverName, tool }: UsableTool, taken: Set<string>): string => {
  const slug = slugOf(serverName.toLowerCase()).slice(0, MAX_SLUG_LENGTH) || 'server';
  const name = `${slug}__${slugOf(tool.name) || 'tool'}`.slice(0, MAX_NAME_LENGTH);
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) {
    const suffix = `_${count}`;
    unique = name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
  }
  taken.add(unique);
  return unique;
};

const slugOf = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_|_$/g, '');
