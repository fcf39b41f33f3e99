import type { z } from 'zod';

import * as contract from '../../../contract/files.ts';
import { parseTags } from '../../../domain/files/file-name.ts';
import { DescribeImage } from '../../../domain/files/describe-image.ts';
import { FileTooLarge } from '../../../domain/files/errors.ts';
import { UploadFile, type UploadFileInput } from '../../../domain/files/upload-file.ts';
import {
  DeleteFile,
  type FilePage,
  type ListedFile,
  ListFiles,
  GetFile,
  ReembedFile,
} from '../../../domain/files/manage-files.ts';
import type { StoredFile } from '../../../domain/files/ports/file-repository.ts';
import { GetFileText } from '../../../domain/files/get-file-text.ts';
import type { UserRequester } from '../../../domain/chat/replies/ports/requesters.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import type { BodyLimit, Mount } from '../mount.ts';
import { presentEmbeddingFailure, SUCCESS, toIso } from '../presenters.ts';
import { toUserRequester, type UserPrincipal as SignedIn } from '../authenticator.ts';
import { disconnectSignal } from '../streaming/event-stream.ts';
import { toDescription } from './file-fields.ts';
import { type UploadedFile, Uploads } from './uploads.ts';
import type { Handlers } from '../handlers.ts';

export const fileHandlers = {
  uploadFile: UploadFile,
  listFiles: ListFiles,
  getFile: GetFile,
  getFileText: GetFileText,
  deleteFile: DeleteFile,
  reembedFile: ReembedFile,
  describeImage: DescribeImage,
  uploads: Uploads,
};

export type FileHandlers = Handlers<typeof fileHandlers>;

const NO_BYTES = new Uint8Array();

export const fileRoutes = (mount: Mount, handlers: FileHandlers): void => {
  mount(contract.uploadToChat, async ({ principal, ctx }) => {
    const requester = toUserRequester(principal);
    const signal = disconnectSignal(ctx);
    const limit = await handlers.uploadFile.getMaxUploadBytes(requester, 'chat');
    const form = { uid: requester.uid, signal, limit, texts: contract.uploadToChat.multipart ?? [] };
    const file = await handlers.uploads.receive(ctx, form, ({ name, bytes }) =>
      handlers.uploadFile.execute(
        { requester, purpose: 'chat', name, bytes, description: '', tags: [], embed: false },
        signal,
      ),
    );
    return presentAttachment(file);
  });
  mount(contract.uploadFile, async ({ principal, ctx }) => {
    const requester = toUserRequester(principal);
    const signal = disconnectSignal(ctx);
    const limit = await handlers.uploadFile.getMaxUploadBytes(requester, 'permanent');
    const form = { uid: requester.uid, signal, limit, texts: contract.uploadFile.multipart ?? [] };
    const stored = await handlers.uploads.receive(ctx, form, (uploaded) =>
      handlers.uploadFile.execute(toUpload(requester, uploaded), signal),
    );
    return { success: true as const, file: presentFile(stored) };
  });
  mount(contract.getFile, async ({ principal, params, query, ctx }) => {
    const requester = toUserRequester(principal);
    if (query.content === 'false')
      return presentContent(await handlers.getFile.getMetadata(requester, params.id), NO_BYTES);
    if (query.content === 'text') {
      const read = await handlers.getFileText.execute(requester, params.id, disconnectSignal(ctx));
      return { ...presentContent(read.file, NO_BYTES), text: { blocks: [...read.text.blocks], cut: read.text.cut } };
    }
    const { file, bytes } = await handlers.getFile.execute(requester, params.id);
    return presentContent(file, bytes);
  });
  managerRoutes(mount, handlers);
  mount(
    contract.processImage,
    async ({ principal, body, ctx }) => {
      const { imageData, fileName, fileId } = body;
      const bytes = imageData === undefined ? undefined : decodeImage(imageData);
      return {
        description: await handlers.describeImage.execute(
          { requester: toUserRequester(principal), bytes, fileName, fileId },
          disconnectSignal(ctx),
        ),
      };
    },
    (principal) => imageBodyLimit(handlers, principal),
  );
};

/** Base64 adds a third, and the other fields a little. */
const BASE64_GROWTH = 1.4;

/** The size limit of a body with an image; an admin may act as another tier, which only the body says. */
const imageBodyLimit = async ({ describeImage }: FileHandlers, principal: SignedIn): Promise<BodyLimit | undefined> => {
  if (principal.user.isAdmin) return undefined;
  const largest = await describeImage.getMaxImageBytes(toUserRequester(principal));
  return { bytes: Math.ceil(largest * BASE64_GROWTH), error: new FileTooLarge(largest, 'imageData') };
};

const managerRoutes = (mount: Mount, handlers: FileHandlers): void => {
  mount(contract.listFiles, async ({ principal, query }) => {
    const { page, limit, search, tag, embedded, attachments } = query;
    const filter = {
      search,
      tag,
      embedded: embedded === undefined ? undefined : embedded === 'true',
      withAttachments: attachments === 'true',
    };
    return presentPage(
      await handlers.listFiles.execute(toUserRequester(principal), filter, { page, limit }),
      page,
      limit,
    );
  });
  mount(contract.deleteFile, async ({ principal, params }) => {
    if (params.id.trim() === '') throw new InvalidInput('File ID is required for deletion', 'id');
    await handlers.deleteFile.execute(toUserRequester(principal), params.id);
    return SUCCESS;
  });
  mount(contract.reEmbedFile, async ({ principal, params }) => {
    if (params.id.trim() === '') throw new InvalidInput('File ID is required for re-embedding', 'id');
    return {
      success: true as const,
      file: presentFile(await handlers.reembedFile.execute(toUserRequester(principal), params.id)),
    };
  });
  mount(contract.deleteFileWithoutId, () => Promise.reject(new InvalidInput('File ID is required for deletion', 'id')));
  for (const withoutId of [contract.reEmbedFileWithoutId, contract.reEmbedFileWithEmptyId])
    mount(withoutId, () => Promise.reject(new InvalidInput('File ID is required for re-embedding', 'id')));
};

const toUpload = (requester: UserRequester, { name, bytes, fields }: UploadedFile): UploadFileInput => {
  const { tags = '', enableEmbedding = '' } = fields;
  const description = toDescription(fields);
  const list = parseTags(tags);
  if (!list) throw new InvalidInput('tags: at most 20 tags of at most 40 characters each', 'tags');
  if (!['', 'true', 'false'].includes(enableEmbedding))
    throw new InvalidInput('enableEmbedding: must be true or false', 'enableEmbedding');
  return {
    requester,
    purpose: 'permanent',
    name,
    bytes,
    description,
    tags: list,
    embed: enableEmbedding === 'true',
  };
};

/** Plain base64 or a data URL. */
const decodeImage = (data: string): Uint8Array => {
  const comma = data.startsWith('data:') ? data.indexOf(',') + 1 : 0;
  const text = data.slice(comma).replace(/[\r\n]+/g, '');
  if (/[^A-Za-z0-9+/=_-]/.test(text)) throw new InvalidInput('imageData: must be base64 or a data URL', 'imageData');
  return Buffer.from(text, 'base64');
};

const presentAttachment = ({ id, name, type, size, expiresAt }: StoredFile) => ({
  id,
  name,
  type,
  size,
  expiresAt: expiresAt === null ? null : toIso(expiresAt),
});

const presentContent = (
  { id, name, type, size }: StoredFile,
  bytes: Uint8Array,
): z.input<typeof contract.getFile.reply> => ({
  id,
  name,
  type,
  size,
  content: Buffer.from(bytes).toString('base64'),
});

const presentFile = (
  file: StoredFile,
  { reading, embedding }: Omit<ListedFile, 'file'> = { reading: null, embedding: null },
): z.input<typeof contract.file> => ({
  id: file.id,
  name: file.name,
  size: file.size,
  type: file.type,
  description: file.description,
  tags: [...file.tags],
  embedded: file.embeddingStatus === 'completed',
  embeddingStatus: file.embeddingStatus,
  chunkCount: file.chunkCount,
  accessCount: file.accessCount,
  ...presentEmbeddingFailure(file),
  reading,
  embedding,
  createdAt: toIso(file.createdAt),
  purpose: file.purpose,
  expiresAt: file.expiresAt === null ? null : toIso(file.expiresAt),
});

const presentPage = (
  { files, total, tags, usage: handlers, quota: room, canUpload: mayUpload }: FilePage,
  page: number,
  limit: number,
) => ({
  files: files.map(({ file, ...progress }) => presentFile(file, progress)),
  usage: {
    totalFiles: handlers.files,
    totalSize: handlers.bytes,
    maxFiles: room.maxFiles,
    maxSize: room.maxBytes,
    maxFileSize: room.maxFileBytes,
  },
  pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  tags: [...tags],
  mayUpload,
});
