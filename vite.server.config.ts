import { defineConfig } from 'vite';

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

/**
 * Hundreds of small modules, of ours and of these two, become a few files: node reads those in half
 * the time (docs/adr/0010).
 */
export default defineConfig({
  publicDir: false,
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
