import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = 'dist/web';
const PACKABLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
/** Below this many bytes packing saves nothing that a network would notice. */
const WORTH_PACKING = 600;
const DIALOGS = /web\/(?:features\/(?:accounts|settings)\/(?!accounts-api)|features\/welcome\/about-dialog|app\/(?:command-palette|palette-items)|ui\/(?:field|text-input|switch)|lib\/use-countdown)|icons\/(?:eye-off|flask-conical|smartphone)/;
const BILLING = /web\/(?:features\/(?:billing\/(?!billing-api|usage-line|use-usage|use-plans|plan-texts)|api-access\/|agents\/agent-setting)|app\/settings-extras|ui\/setting-row)/;
const pack = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

const packFile = async (file: string): Promise<void> => {
  const body = await readFile(file);
  if (body.length < WORTH_PACKING) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    pack.brotli(body, quality).then((packed) => writeFile(`${file}.br`, packed)),
    pack.gzip(body, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
};

/** Lays a brotli and a gzip copy beside every text file, so that the server never compresses the page at run time. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  closeBundle: async () => {
    const files = await readdir(OUT, { recursive: true });
    for (const file of files.filter((name) => PACKABLE.test(name))) await packFile(join(OUT, file));
  },
});

/** The page of a public link has an entry of its own: whoever reads one need not fetch the product. The built server does the same. */
const sharePage = (): Plugin => ({
  name: 'share-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/share/')) request.url = '/share.html';
      next();
    });
  },
});

export default defineConfig({
  root: 'web',
  plugins: [react(), sharePage(), precompress()],
  resolve: {
    // Its browser form reads KaTeX's markup through DOMParser, where the page's CSP reports every measure as inline style.
    alias: { 'hast-util-from-html-isomorphic': join(import.meta.dirname, 'node_modules/hast-util-from-html-isomorphic/index.js') },
  },
  build: {
    outDir: join('..', OUT),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'share.html'].map((page) => join(import.meta.dirname, 'web', page)),
      output: {
        // What lies over the page comes as one piece when the browser is idle, not as a dozen small ones.
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'dialogs', test: DIALOGS }, { name: 'billing', test: BILLING }] },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:3000', '/v1': 'http://127.0.0.1:3000' } },
});
