import { Database } from '../adapters/sql/database.ts';
import { SqlPrompts } from '../adapters/sql/prompts/prompts.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Ids, UnitOfWork } from '../domain/kernel/ports.ts';
import { ImportPrompts } from '../domain/prompts/import-prompts.ts';
import { ManagePrompts } from '../domain/prompts/manage-prompts.ts';
import { PromptImport, PromptStore } from '../domain/prompts/ports.ts';
import { PublishPrompts } from '../domain/prompts/publish-prompts.ts';
import { defineModule } from './define-module.ts';

const library = { prompts: PromptStore, ids: Ids, clock: Clock, work: UnitOfWork };

/** Saved prompts. */
export const promptsModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(PromptStore, SqlPrompts, Database);
  bindClass(ManagePrompts, library);
  bindClass(PublishPrompts, { library: ManagePrompts, work: UnitOfWork, audit: AuditLog });
  bindPort(PromptImport, ImportPrompts, library);
});
