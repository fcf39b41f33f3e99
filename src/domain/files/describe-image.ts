import { InvalidInput } from '../kernel/domain-error.ts';
import { cleanName } from './clean-name.ts';
import { FileNotFound, FileRefused, FileTooLarge, VisionOff } from './errors.ts';
import type { KeepBytes } from './keep-bytes.ts';
import type { CleanImage, ContentHash, FileRepository, Images, StorageSettings, Vision, VisionAllowance, VisionSettings } from './ports.ts';
import { type Person, requireVerified } from './rights.ts';
import { largestFile } from './storage.ts';

export interface ImageWish {
  readonly asker: Person;
  /** The bytes as they were sent; undefined when an own file is meant. */
  readonly bytes: Uint8Array | undefined;
  readonly fileName: string;
  readonly fileId: string | undefined;
}

export interface DescribeTools {
  readonly files: FileRepository;
  readonly bytes: KeepBytes;
  readonly storage: StorageSettings;
  readonly settings: VisionSettings;
  readonly allowance: VisionAllowance;
  readonly vision: Vision;
  readonly images: Images;
  readonly hash: ContentHash;
}

interface Shown {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly name: string;
}

/** Has an image described, and keeps the words with the asker's files of the same content. */
export class DescribeImage {
  private readonly tools: DescribeTools;

  constructor(tools: DescribeTools) {
    this.tools = tools;
  }

  /** The most bytes of an image. Throws `EmailVerificationRequired` and `VisionOff`; asked before a body is read. */
  async largest(asker: Person): Promise<number> {
    requireVerified(asker);
    if (!(await this.tools.settings.current()).enabled) throw new VisionOff();
    return largestFile(await this.tools.storage.current(), asker.tier);
  }

  /**
   * What was said of these bytes before is said again and counts nothing. Throws also `FileNotFound`, `FileRefused`,
   * `FileTooLarge`, `VisionLimitReached` and `ModelFault`; a failed look is given back.
   */
  async execute(wish: ImageWish, signal: AbortSignal): Promise<string> {
    const { files, images } = this.tools;
    const limit = await this.largest(wish.asker);
    const shown = wish.bytes === undefined ? await this.ownImage(wish) : await this.sentImage(wish.bytes, wish.fileName, limit);
    const known = await files.described(wish.asker.uid, shown.hash);
    if (known !== undefined) return known;
    const image = await images.forModel(shown.bytes);
    if (!image) throw damaged(shown.name);
    const description = await this.look(wish.asker, image, signal);
    await files.describe(wish.asker.uid, shown.hash, description);
    return description;
  }

  private async look(asker: Person, image: CleanImage, signal: AbortSignal): Promise<string> {
    const { settings, allowance, vision } = this.tools;
    const { model } = await settings.current();
    const reservation = await allowance.reserve(asker);
    try {
      const description = await vision.describe({ uid: asker.uid, model, image }, signal);
      await allowance.settle(reservation, 'charged');
      return description;
    } catch (error) {
      await allowance.settle(reservation, 'refunded');
      throw error;
    }
  }

  private async ownImage({ asker, fileId }: ImageWish): Promise<Shown> {
    if (fileId === undefined) throw new InvalidInput('imageData is needed, or the fileId of an own image', 'imageData');
    const file = await this.tools.files.find(asker.uid, fileId);
    if (!file) throw new FileNotFound();
    if (file.kind !== 'image') throw new FileRefused(file.name, 'it is no image', 'fileId');
    const bytes = await this.tools.bytes.read(file.hash);
    if (!bytes) throw new FileNotFound();
    return { bytes, hash: file.hash, name: file.name };
  }

  /** Made anew as an upload is, so that the same image is the same content. */
  private async sentImage(sent: Uint8Array, fileName: string, limit: number): Promise<Shown> {
    const { images, hash } = this.tools;
    const name = cleanName(fileName);
    if (sent.length > limit) throw new FileTooLarge(limit, 'imageData');
    if (sent.length === 0) throw new FileRefused(name, 'it is empty', 'imageData');
    const image = await images.clean(sent);
    if (!image) throw damaged(name);
    return { bytes: image.bytes, hash: hash.of(image.bytes), name };
  }
}

const damaged = (name: string): FileRefused =>
  new FileRefused(name, 'it is no JPEG, PNG, GIF or WebP image, it is damaged, or it has more than 40 million pixels', 'imageData');
