import type { z } from 'zod';

import * as contract from '../../../contract/knowledge.ts';
import { ListKnowledge } from '../../../domain/files/knowledge/list-knowledge.ts';
import { ManageKnowledge } from '../../../domain/files/knowledge/manage-knowledge.ts';
import type { ListedFile } from '../../../domain/files/manage-files.ts';
import type { StoredFile } from '../../../domain/files/ports/file-repository.ts';
import { toUserRequester } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { presentEmbeddingFailure, SUCCESS, toIso } from '../presenters.ts';
import { disconnectSignal } from '../streaming/event-stream.ts';
import { toDescription } from './file-fields.ts';
import { Uploads } from './uploads.ts';

export const knowledgeHandlers = {
  listKnowledge: ListKnowledge,
  manageKnowledge: ManageKnowledge,
  uploads: Uploads,
};

export type KnowledgeHandlers = Handlers<typeof knowledgeHandlers>;

const presentFile = ({ id, name, size, type, description, embeddingStatus, createdAt }: StoredFile) => ({
  id,
  name,
  size,
  type,
  description,
  embeddingStatus,
  createdAt: toIso(createdAt),
});

const presentGroupFile = ({
  file,
  reading,
  embedding,
}: ListedFile): z.input<typeof contract.addGroupFile.reply>['file'] => ({
  ...presentFile(file),
  ...presentEmbeddingFailure(file),
  chunkCount: file.chunkCount,
  reading,
  embedding,
});

/** Files that groups share: for their members, and for admins. */
export const knowledgeRoutes = (mount: Mount, handlers: KnowledgeHandlers): void => {
  const { listKnowledge, manageKnowledge, uploads } = handlers;
  mount(contract.listKnowledge, async ({ principal }) => ({
    knowledge: [...(await listKnowledge.execute(toUserRequester(principal)))],
  }));
  mount(contract.listKnowledgeFiles, async ({ principal, params: { id }, query }) => {
    const { files, total } = await listKnowledge.listFiles(toUserRequester(principal), id, query);
    return { files: files.map(presentFile), total };
  });
  mount(contract.listGroupFiles, async ({ params: { id }, query }) => {
    const { files, total, usage, quota } = await manageKnowledge.list(id, query);
    return {
      files: files.map(presentGroupFile),
      total,
      usage: {
        files: usage.files,
        size: usage.bytes,
        maxFiles: quota.maxFiles,
        maxSize: quota.maxBytes,
        maxFileSize: quota.maxFileBytes,
      },
    };
  });
  mount(contract.addGroupFile, async ({ principal, params: { id }, ctx }) => {
    const signal = disconnectSignal(ctx);
    const limit = await manageKnowledge.getMaxUploadBytes(id);
    const form = { uid: principal.user.uid, signal, limit, texts: contract.addGroupFile.multipart ?? [] };
    const file = await uploads.receive(ctx, form, ({ name, bytes, fields }) =>
      manageKnowledge.add(id, { name, bytes, description: toDescription(fields) }, signal),
    );
    return { ...SUCCESS, file: presentGroupFile({ file, reading: null, embedding: null }) };
  });
  mount(contract.removeGroupFile, async ({ params: { id, fileId } }) => {
    await manageKnowledge.remove(id, fileId);
    return SUCCESS;
  });
  mount(contract.embedGroupFile, async ({ params: { id, fileId } }) => {
    await manageKnowledge.reembed(id, fileId);
    return SUCCESS;
  });
};
