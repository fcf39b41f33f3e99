import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const lockedPackage = z.object({
  file_name: z.string(),
  sha256: z.string(),
  depends: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});

type LockedPackage = z.output<typeof lockedPackage>;

/** Pyodide's list of the packages that were built for it, by name. */
export const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) });

type Lock = z.output<typeof lockFile>;

/** A package file that may be loaded; the realm takes its bytes as Latin-1 text. */
export interface Wheel {
  readonly name: string;
  readonly fileName: string;
  readonly latin1: string;
}

const listNames = (folder: string | undefined): Set<string> => {
  try {
    return new Set(folder === undefined ? [] : readdirSync(folder));
  } catch {
    return new Set();
  }
};

/** The operator's folder of packages. A file counts only with the hash that pyodide's own list names. */
export class Wheels {
  private readonly present: Set<string>;

  constructor(
    private readonly lock: Lock,
    private readonly folder: string | undefined,
  ) {
    this.present = listNames(folder);
  }

  /** The names of what is there, as a program imports them. */
  get importable(): readonly string[] {
    return Object.values(this.lock.packages)
      .filter((each) => this.present.has(each.file_name))
      .flatMap(({ imports }) => imports.filter((name) => !name.includes('.') && !name.startsWith('_')))
      .sort();
  }

  /** What these imports need, dependencies included; nothing of what misses a file or has another than the list. */
  find(imports: readonly string[]): readonly Wheel[] {
    const wheels = new Map<string, Wheel>();
    for (const name of imports) {
      const found = Object.entries(this.lock.packages).find(([, each]) => each.imports.includes(name));
      const needed = found && this.collect(found[0], new Map());
      for (const wheel of needed?.values() ?? []) wheels.set(wheel.name, wheel);
    }
    return [...wheels.values()];
  }

  private collect(name: string, found: Map<string, Wheel>): Map<string, Wheel> | undefined {
    const locked = this.lock.packages[name];
    if (found.has(name)) return found;
    const wheel = locked && this.read(name, locked);
    if (!wheel) return undefined;
    found.set(name, wheel);
    return locked.depends.every((each) => this.collect(each, found)) ? found : undefined;
  }

  private read(name: string, { file_name: fileName, sha256 }: LockedPackage): Wheel | undefined {
    if (this.folder === undefined || !this.present.has(fileName)) return undefined;
    const bytes = readFileSync(join(this.folder, fileName));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      this.present.delete(fileName);
      return undefined;
    }
    return { name, fileName, latin1: bytes.toString('latin1') };
  }
}
