import { InvalidInput } from '../kernel/domain-error.ts';
import { cleanName } from './clean-name.ts';
import { FileNotFound, FileRefused, FileTooLarge, VisionOff } from './errors.ts';
import type { KeepBytes } from './keep-bytes.ts';
import type {
  ContentHash,
  FileRepository,
  Images,
  StorageSettings,
  Vision,
  VisionAllowance,
  VisionSettings,
} from './ports.ts';
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

interface Look {
  readonly description: string;
  readonly cost: 'charged' | 'refunded';
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
   * What was said of these bytes before is said again and counts nothing; of sent ones only who has a look left learns
   * that, as they are decoded to be known. Throws also `FileNotFound`, `FileRefused`, `FileTooLarge`, `ReadingBusy`,
   * `VisionLimitReached` and `ModelFault`; a look that came to nothing is given back.
   */
  async execute({ asker, bytes, fileName, fileId }: ImageWish, signal: AbortSignal): Promise<string> {
    const limit = await this.largest(asker);
    if (bytes === undefined) {
      const own = await this.ownImage(asker, fileId);
      return (await this.known(asker, own)) ?? this.counted(asker, () => this.look(asker, own, signal));
    }
    const name = cleanName(fileName);
    if (bytes.length > limit) throw new FileTooLarge(limit, 'imageData');
    if (bytes.length === 0) throw new FileRefused(name, 'it is empty', 'imageData');
    return this.counted(asker, async () => {
      const sent = await this.sentImage(asker, bytes, name, signal);
      const known = await this.known(asker, sent);
      return known === undefined ? this.look(asker, sent, signal) : { description: known, cost: 'refunded' };
    });
  }

  /** Takes the look from the allowance before any work is done for it. */
  private async counted(asker: Person, work: () => Promise<Look>): Promise<string> {
    const { allowance } = this.tools;
    const reservation = await allowance.reserve(asker);
    const look = await work().catch(async (error: unknown) => {
      await allowance.settle(reservation, 'refunded');
      throw error;
    });
    await allowance.settle(reservation, look.cost);
    return look.description;
  }

  private known(asker: Person, shown: Shown): Promise<string | undefined> {
    return this.tools.files.described(asker.uid, shown.hash);
  }

  private async look(asker: Person, shown: Shown, signal: AbortSignal): Promise<Look> {
    const { files, images, settings, vision } = this.tools;
    const image = await images.forModel({ ownerId: asker.uid, bytes: shown.bytes }, signal);
    if (!image) throw damaged(shown.name);
    const { model } = await settings.current();
    const description = await vision.describe({ uid: asker.uid, model, image }, signal);
    await files.describe(asker.uid, shown.hash, description);
    return { description, cost: 'charged' };
  }

  private async ownImage(asker: Person, fileId: string | undefined): Promise<Shown> {
    if (fileId === undefined) throw new InvalidInput('imageData is needed, or the fileId of an own image', 'imageData');
    const file = await this.tools.files.find(asker.uid, fileId);
    if (!file) throw new FileNotFound();
    if (file.kind !== 'image') throw new FileRefused(file.name, 'it is no image', 'fileId');
    const bytes = await this.tools.bytes.read(file.hash);
    if (!bytes) throw new FileNotFound();
    return { bytes, hash: file.hash, name: file.name };
  }

  /** Made anew as an upload is, so that the same image is the same content. */
  private async sentImage(asker: Person, bytes: Uint8Array, name: string, signal: AbortSignal): Promise<Shown> {
    const { images, hash } = this.tools;
    const image = await images.clean({ ownerId: asker.uid, bytes }, signal);
    if (!image) throw damaged(name);
    return { bytes: image.bytes, hash: hash.of(image.bytes), name };
  }
}

const damaged = (name: string): FileRefused =>
  new FileRefused(
    name,
    'it is no JPEG, PNG, GIF or WebP image, it is damaged, or it has more than 40 million pixels',
    'imageData',
  );
