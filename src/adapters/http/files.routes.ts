import type { z } from 'zod';

import * as contract from '../../contract/files.ts';
import { tagsOf } from '../../domain/files/clean-name.ts';
import type { DescribeImage } from '../../domain/files/describe-image.ts';
import { FileTooLarge } from '../../domain/files/errors.ts';
import type { KeepFile, Upload } from '../../domain/files/keep-file.ts';
import type { DeleteFile, FilePage, ListFiles, ReadFile, ReEmbed } from '../../domain/files/manage-files.ts';
import type { StoredFile } from '../../domain/files/ports.ts';
import type { ReadText } from '../../domain/files/read-text.ts';
import type { Person } from '../../domain/files/rights.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { BodyLimit, Mount } from './mount.ts';
import { done, iso } from './present.ts';
import { personOf, type Person as SignedIn } from './principal.ts';
import { readerGone } from './stream.ts';
import type { SentFile, Uploads } from './uploads.ts';

export interface FileUses {
  readonly keepFile: KeepFile;
  readonly listFiles: ListFiles;
  readonly readFile: ReadFile;
  readonly readText: ReadText;
  readonly deleteFile: DeleteFile;
  readonly reEmbed: ReEmbed;
  readonly describeImage: DescribeImage;
  readonly uploads: Uploads;
}

const LONGEST_DESCRIPTION = 2000;
const NOTHING = new Uint8Array();

export const fileRoutes = (mount: Mount, use: FileUses): void => {
  mount(contract.uploadToChat, async ({ principal, ctx }) => {
    const asker = personOf(principal);
    const signal = readerGone(ctx);
    const limit = await use.keepFile.largest(asker, 'chat');
    const form = { uid: asker.uid, signal, limit, texts: contract.uploadToChat.multipart ?? [] };
    const file = await use.uploads.receive(ctx, form, ({ name, bytes }) =>
      use.keepFile.execute({ asker, purpose: 'chat', name, bytes, description: '', tags: [], embed: false }, signal),
    );
    return presentAttachment(file);
  });
  mount(contract.uploadFile, async ({ principal, ctx }) => {
    const asker = personOf(principal);
    const signal = readerGone(ctx);
    const limit = await use.keepFile.largest(asker, 'permanent');
    const form = { uid: asker.uid, signal, limit, texts: contract.uploadFile.multipart ?? [] };
    const kept = await use.uploads.receive(ctx, form, (sent) => use.keepFile.execute(uploadOf(asker, sent), signal));
    return { success: true as const, file: presentFile(kept) };
  });
  mount(contract.readFile, async ({ principal, params, query, ctx }) => {
    const asker = personOf(principal);
    if (query.content === 'false') return presentRead(await use.readFile.facts(asker, params.id), NOTHING);
    if (query.content === 'text') {
      const read = await use.readText.execute(asker, params.id, readerGone(ctx));
      return { ...presentRead(read.file, NOTHING), text: { blocks: [...read.text.blocks], cut: read.text.cut } };
    }
    const { file, bytes } = await use.readFile.execute(asker, params.id);
    return presentRead(file, bytes);
  });
  managerRoutes(mount, use);
  mount(
    contract.processImage,
    async ({ principal, body, ctx }) => {
      const { imageData, fileName, fileId } = body;
      const bytes = imageData === undefined ? undefined : imageBytes(imageData);
      return {
        description: await use.describeImage.execute(
          { asker: personOf(principal), bytes, fileName, fileId },
          readerGone(ctx),
        ),
      };
    },
    (principal) => imageBody(use, principal),
  );
};

/** Base64 takes a third more than its bytes, and the other fields a little. */
const BASE64_GROWTH = 1.4;

/** What a body with an image may have; an admin may act as another plan, which only the body tells. */
const imageBody = async ({ describeImage }: FileUses, principal: SignedIn): Promise<BodyLimit | undefined> => {
  if (principal.user.isAdmin) return undefined;
  const largest = await describeImage.largest(personOf(principal));
  return { bytes: Math.ceil(largest * BASE64_GROWTH), refusal: new FileTooLarge(largest, 'imageData') };
};

const managerRoutes = (mount: Mount, use: FileUses): void => {
  mount(contract.listFiles, async ({ principal, query }) => {
    const { page, limit, search, tag, embedded } = query;
    const filter = { search, tag, embedded: embedded === undefined ? undefined : embedded === 'true' };
    return presentPage(await use.listFiles.execute(personOf(principal), filter, { page, limit }), page, limit);
  });
  mount(contract.deleteFile, async ({ principal, params }) => {
    if (params.id.trim() === '') throw new InvalidInput('File ID is required for deletion', 'id');
    await use.deleteFile.execute(personOf(principal), params.id);
    return done;
  });
  mount(contract.reEmbedFile, async ({ principal, params }) => {
    if (params.id.trim() === '') throw new InvalidInput('File ID is required for re-embedding', 'id');
    return { success: true as const, file: presentFile(await use.reEmbed.execute(personOf(principal), params.id)) };
  });
  mount(contract.deleteNoFile, () => Promise.reject(new InvalidInput('File ID is required for deletion', 'id')));
  mount(contract.reEmbedNoFile, () => Promise.reject(new InvalidInput('File ID is required for re-embedding', 'id')));
};

const uploadOf = (asker: Person, { name, bytes, fields }: SentFile): Upload => {
  const { description = '', tags = '', enableEmbedding = '' } = fields;
  if (description.length > LONGEST_DESCRIPTION)
    throw new InvalidInput(`description: at most ${LONGEST_DESCRIPTION} characters`, 'description');
  const list = tagsOf(tags);
  if (!list) throw new InvalidInput('tags: at most 20 tags of at most 40 characters each', 'tags');
  if (!['', 'true', 'false'].includes(enableEmbedding))
    throw new InvalidInput('enableEmbedding: must be true or false', 'enableEmbedding');
  return {
    asker,
    purpose: 'permanent',
    name,
    bytes,
    description: description.trim(),
    tags: list,
    embed: enableEmbedding === 'true',
  };
};

/** Base64 by itself or in a data URL. */
const imageBytes = (data: string): Uint8Array => {
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
  expiresAt: expiresAt === null ? null : iso(expiresAt),
});

const presentRead = (
  { id, name, type, size }: StoredFile,
  bytes: Uint8Array,
): z.input<typeof contract.readFile.reply> => ({
  id,
  name,
  type,
  size,
  content: Buffer.from(bytes).toString('base64'),
});

const presentFile = (file: StoredFile): z.input<typeof contract.file> => ({
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
  embeddingError: file.embeddingError,
  createdAt: iso(file.createdAt),
});

const presentPage = ({ files, total, tags, use, room, mayUpload }: FilePage, page: number, limit: number) => ({
  files: files.map(presentFile),
  usage: {
    totalFiles: use.files,
    totalSize: use.bytes,
    maxFiles: room.maxFiles,
    maxSize: room.maxBytes,
    maxFileSize: room.maxFileBytes,
  },
  pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  tags: [...tags],
  mayUpload,
});
