import { defineConfig, type Plugin } from 'vite';

/** What runs by itself: the product, its commands, and the threads and processes that they start. */
const PROGRAMS = {
  main: 'src/main.ts',
  'server-thread': 'src/server-thread.ts',
  admin: 'src/admin.ts',
  backup: 'src/process/backup.ts',
  restore: 'src/process/restore.ts',
  'article-worker': 'src/adapters/web-pages/article-worker.ts',
  'wal-checkpoint-worker': 'src/adapters/sql/dialect/wal-checkpoint-worker.ts',
  'document-worker': 'src/adapters/documents/document-worker.ts',
  'ocr-worker': 'src/adapters/ocr/ocr-worker.ts',
  'code-process': 'src/adapters/code/code-process.ts',
  'python-process': 'src/adapters/code/python/python-process.ts',
  'sentence-process': 'src/adapters/embeddings/sentence/sentence-process.ts',
};

const RAW_WITH_WIDE = /String\.raw\s*`[^`]*[^\x00-\xff]/;

/**
 * One letter beyond Latin-1 makes V8 hold the text of a whole file with two bytes a letter, for as long as it runs:
 * such letters are written as escapes.
 */
const narrowSource: Plugin = {
  name: 'narrow-source',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      if (RAW_WITH_WIDE.test(file.code)) this.error('an escape stays one in String.raw: write its letters otherwise');
      file.code = file.code.replace(
        /[^\x00-\xff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/**
 * Hundreds of small modules, of ours and of these two, become a few files: node reads those in half
 * the time (docs/adr/0010).
 */
export default defineConfig({
  publicDir: false,
  plugins: [narrowSource],
  ssr: { noExternal: ['zod', 'inversify', /^@inversifyjs\//] },
  build: {
    ssr: true,
    outDir: 'dist/src',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: PROGRAMS,
      // An optional package: npm leaves it out where its install script fails, and its user says so when it is needed.
      external: ['onnxruntime-node'],
      // All in one folder: a program that starts another looks for it beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
