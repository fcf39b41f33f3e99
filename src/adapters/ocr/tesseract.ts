import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { TesseractApi, TesseractModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';

import { cleanText, isLatin, type Language, LANGUAGES, latinLanguage } from './languages.ts';

const CORE = 'tesseract.js-core/tesseract-core-simd-lstm.js';
/** The small variant of each language's data: quantised, two megabytes. */
const VARIANT = '4.0.0_best_int';
/** Above this the right script was tried. */
const GOOD_CONFIDENCE = 75;
/** Below this it is no text but the texture of a picture. */
const MIN_CONFIDENCE = 45;
/** One language of each script, the most frequent first. */
const SCRIPTS: readonly Language[] = ['eng', 'jpn', 'ara'];

const require = createRequire(import.meta.url);

const dataPackage = (language: Language): string => `@tesseract.js-data/${language}/package.json`;

/** Whether the program and all languages are installed: they are optional packages. */
export const isInstalled = (): boolean => {
  try {
    for (const name of [CORE, ...LANGUAGES.map(dataPackage)]) require.resolve(name);
    return true;
  } catch {
    return false;
  }
};

interface Reading {
  readonly text: string;
  readonly confidence: number;
}

/** Tesseract in this thread. It remembers the language of the last page, which the next one mostly shares. */
export class Tesseract {
  private readonly apis = new Map<Language, TesseractApi>();
  private last: Language | undefined;

  private constructor(private readonly core: TesseractModule) {}

  static async load(): Promise<Tesseract> {
    const { default: createModule } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
    const silent = () => undefined;
    return new Tesseract(await createModule({ print: silent, printErr: silent }));
  }

  /** The text of an image; empty without any. */
  recognize(image: Uint8Array): string {
    this.core.FS.writeFile('/input', image);
    const { text, confidence } = this.read();
    return confidence < MIN_CONFIDENCE || !/[\p{L}\p{N}]/u.test(text) ? '' : cleanText(text);
  }

  private read(): Reading {
    const same = this.last === undefined ? undefined : this.readAs(this.last);
    const first = same && same.confidence >= GOOD_CONFIDENCE ? same : this.readBestScript();
    return this.readLatin(first);
  }

  private readBestScript(): Reading {
    let best: Reading = { text: '', confidence: -1 };
    for (const language of SCRIPTS) {
      const reading = this.readAs(language);
      if (reading.confidence > best.confidence) {
        best = reading;
        this.last = language;
      }
      if (best.confidence >= GOOD_CONFIDENCE) break;
    }
    return best;
  }

  /** A language knows only its own accents: a text in another one is read again. */
  private readLatin(first: Reading): Reading {
    const language = latinLanguage(first.text);
    if (this.last === undefined || !isLatin(this.last) || language === undefined || language === this.last)
      return first;
    this.last = language;
    return this.readAs(language);
  }

  private readAs(language: Language): Reading {
    const api = this.apiFor(language);
    if (api.SetImageFile(1, 0) !== 0) return { text: '', confidence: 0 };
    api.Recognize(null);
    return { text: api.GetUTF8Text(), confidence: api.MeanTextConf() };
  }

  private apiFor(language: Language): TesseractApi {
    const known = this.apis.get(language);
    if (known) return known;
    const file = `${language}.traineddata`;
    const folder = join(dirname(require.resolve(dataPackage(language))), VARIANT);
    this.core.FS.writeFile(file, gunzipSync(readFileSync(join(folder, `${file}.gz`))));
    const api = new this.core.TessBaseAPI();
    if (api.Init(null, language, 1) !== 0) throw new Error(`Tesseract cannot read ${language}`);
    this.core.FS.unlink(file);
    this.apis.set(language, api);
    return api;
  }
}
