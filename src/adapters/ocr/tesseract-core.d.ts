declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TesseractApi {
    /** 0 when it worked. `mode` 1: neural networks only. */
    Init(dataPath: null, languages: string, mode: number): number;
    /** Reads the file `/input`; 0 when it is an image. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    /** 0 to 100. */
    MeanTextConf(): number;
    GetUTF8Text(): string;
    End(): void;
  }

  export interface TesseractModule {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    readonly TessBaseAPI: new () => TesseractApi;
  }

  const createModule: (options: {
    print: (line: string) => void;
    printErr: (line: string) => void;
  }) => Promise<TesseractModule>;
  export default createModule;
}
