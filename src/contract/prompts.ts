import { z } from 'zod';

import {
  COMMAND_PATTERN,
  MAX_PROMPT_COMMAND,
  MAX_PROMPT_DESCRIPTION,
  MAX_PROMPT_TEXT,
  MAX_PROMPT_TITLE,
} from '../shared/prompts.ts';
import { success, text, time } from './common.ts';
import { route } from './route.ts';

/* All ours: saved prompts of a person, and those that admins publish to everybody. */

const promptId = text(64).min(1).describe('Id of the prompt');
const inPrompt = z.strictObject({ id: promptId });
const revision = z.number().int().min(1);

const content = {
  command: text(MAX_PROMPT_COMMAND)
    .trim()
    .regex(COMMAND_PATTERN, 'may have letters, digits and hyphens only, and begins with no hyphen')
    .describe('What is typed after the slash; unique in its list, whatever the case of the letters'),
  title: text(MAX_PROMPT_TITLE).trim().min(1).describe('Its name'),
  description: text(MAX_PROMPT_DESCRIPTION).trim().default('').describe('What it is for; empty: none'),
  text: text(MAX_PROMPT_TEXT)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .describe('What goes into the box; `{{topic}}` and `{{language:English}}` are asked for before'),
};

const prompt = z.object({
  id: promptId,
  command: z.string().describe('What is typed after the slash'),
  title: z.string().describe('Its name'),
  description: z.string().describe('What it is for; empty: none'),
  text: z.string().describe('What goes into the box, with its placeholders'),
  revision: revision.describe('Grows with every change'),
  createdAt: time.describe('When it was made'),
  updatedAt: time.describe('When it was last changed'),
});

const changed = success.extend({ prompt: prompt.describe('The prompt as it is now') });
const removed = success.extend({ prompt: prompt.describe('What was deleted') });

const changes = z.strictObject({
  ...content,
  revision: revision.describe('That of the prompt as it was read'),
});

export const listPrompts = route({
  method: 'get',
  path: '/api/prompts',
  summary: 'The own prompts and those that admins publish',
  access: 'user',
  scopes: ['chat'],
  reply: z.object({
    prompts: z.array(prompt).describe('One’s own, by title'),
    published: z.array(prompt).describe('Those for everybody, by title'),
  }),
});

/** At most 200 of 500 000 characters together: then 409 `TOO_MANY_PROMPTS`. */
export const addPrompt = route({
  method: 'post',
  path: '/api/prompts',
  summary: 'Save a prompt; 409 `COMMAND_TAKEN` if another one has its command',
  access: 'user',
  body: z.strictObject(content),
  status: 201,
  reply: changed,
});

export const changePrompt = route({
  method: 'put',
  path: '/api/prompts/:id',
  summary: 'Change a prompt; another `revision`: 409 `PROMPT_CHANGED` with `prompt` as it is now',
  access: 'user',
  params: inPrompt,
  body: changes,
  reply: changed,
});

export const deletePrompt = route({
  method: 'delete',
  path: '/api/prompts/:id',
  summary: 'Delete a prompt',
  access: 'user',
  params: inPrompt,
  reply: removed,
});

export const listPublishedPrompts = route({
  method: 'get',
  path: '/api/admin/prompts',
  summary: 'The prompts that everybody has',
  access: 'auditor',
  reply: z.object({ prompts: z.array(prompt).describe('By title') }),
});

export const publishPrompt = route({
  method: 'post',
  path: '/api/admin/prompts',
  summary: 'Publish a prompt to everybody',
  access: 'admin',
  audit: ['prompt.publish'],
  body: z.strictObject(content),
  status: 201,
  reply: changed,
});

export const changePublishedPrompt = route({
  method: 'put',
  path: '/api/admin/prompts/:id',
  summary: 'Change a prompt that everybody has; another `revision`: 409 `PROMPT_CHANGED`',
  access: 'admin',
  audit: ['prompt.change'],
  params: inPrompt,
  body: changes,
  reply: changed,
});

export const withdrawPrompt = route({
  method: 'delete',
  path: '/api/admin/prompts/:id',
  summary: 'Withdraw a prompt that everybody has',
  access: 'admin',
  audit: ['prompt.withdraw'],
  params: inPrompt,
  reply: removed,
});

export type SavedPrompt = z.output<typeof prompt>;
