import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build, defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite';

import { compileMessages, isMessageFile } from './scripts/messages.js';

const OUT = 'dist/web';
const WORKER_FILE = 'sw.js';
const PACKABLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
/** Below this many bytes packing saves nothing that a network would notice. */
const WORTH_PACKING = 600;
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

/** Larger lazy parts, such as the highlighter, come into the offline cache when they are first used. */
const SHELL_PART_BYTES = 100_000;
const SHELL_FONT = /inter-latin-wght/;

/** Tells the service worker which files the page without a network is made of. */
const nameShell = (): Plugin => ({
  name: 'name-shell',
  apply: 'build',
  generateBundle(_, bundle) {
    const worker = bundle[WORKER_FILE];
    if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
    const index = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === 'index');
    const first = index?.type === 'chunk' ? [index.fileName, ...index.imports] : [];
    const isShell = (name: string, size: number): boolean =>
      first.includes(name) || SHELL_FONT.test(name) || (/\.(?:js|css)$/.test(name) && size <= SHELL_PART_BYTES);
    const names = Object.values(bundle)
      .filter(
        (file) =>
          file.fileName.startsWith('assets/') &&
          isShell(file.fileName, file.type === 'chunk' ? file.code.length : file.source.length),
      )
      .map(({ fileName }) => `/${fileName}`)
      .sort();
    const version = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
    worker.code = worker.code.replace('__SHELL_ASSETS__', names.join(' ')).replace('__SHELL_VERSION__', version);
  },
});

const MAIN = join(import.meta.dirname, 'web/app/main.tsx');
const SHARE = join(import.meta.dirname, 'web/app/share.tsx');

/** Everything that imports a module, near or far, without waiting; the module itself first. */
const importersOf = (id: string, graph: Rolldown.ChunkingContext): Set<string> => {
  const seen = new Set([id]);
  for (const each of seen) for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  return seen;
};

/**
 * What the first screen needs comes in two pieces: what the page of a public link needs too, and the rest. Null
 * for what it can do without.
 */
const firstPart = (id: string, graph: Rolldown.ChunkingContext): string | null => {
  if (id === MAIN) return null;
  const importers = importersOf(id, graph);
  if (!importers.has(MAIN)) return null;
  return importers.has(SHARE) ? 'base' : 'app';
};

/** The folder of a feature, or of a part of the shell. */
const ROOM = /\/web\/(?:features|app|screens)\/([\w-]+)\//;
/** Files that nobody needs without asking, though their feature comes before. */
const ON_DEMAND_FILES = [
  'account-language',
  'account-sections',
  'archived-notice',
  'checkout-return',
  'deleted-notice',
  'find-bar',
  'format-refusal',
  'known-pages',
  'marked-text',
  'more-chats',
  'knowledge-parts',
  'open-artifact',
  'place-chat',
  'place-notice',
  'share',
  'shortcuts-dialog',
];

/** Parts of their own that are fetched while the page is calm. */
const OWN_PARTS = ['document-panel-content', 'pasted-texts', 'sign-in-dialogs'];
const OWN_PART = new RegExp(`/(${[...ON_DEMAND_FILES, ...OWN_PARTS].join('|')})\\.tsx?$`);
/** Nothing that only these wait for is fetched while the page is calm. */
const ON_DEMAND_ROOMS: ReadonlySet<string> = new Set([
  ...ON_DEMAND_FILES,
  ...['accounts', 'admin', 'artifacts', 'files', 'print', 'prompts', 'shared', 'tools'],
]);
const ICON = /\/lucide-react\//;
const LIBRARY = /\/node_modules\//;

/** What several rooms wait for, or the page of public links with them. */
const sharedPart = (rooms: readonly string[], isOfShare: boolean): string | null => {
  const isOnDemand = rooms.every((room) => ON_DEMAND_ROOMS.has(room));
  if (isOfShare) return isOnDemand ? null : 'reading';
  return isOnDemand ? 'on-demand' : 'common';
};

/** The rooms that these modules open, by name; a module of no room by its path. */
const roomsOf = (modules: ReadonlySet<string>, graph: Rolldown.ChunkingContext): readonly string[] => {
  const entries = [...modules].filter((each) => (graph.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0);
  return [...new Set(entries.map((entry) => OWN_PART.exec(entry)?.[1] ?? ROOM.exec(entry)?.[1] ?? entry))];
};

/**
 * Later parts come by feature. What only one feature waits for is one file; small things that several wait for are
 * another (two, of which one is only for rooms on demand), and so is what shows a conversation, which the page of a
 * public link needs at once; the rest of that page is its own. Null: by itself.
 */
const laterPart = (id: string, graph: Rolldown.ChunkingContext): string | null => {
  if (ICON.test(id)) return 'common';
  const importers = importersOf(id, graph);
  const rooms = roomsOf(importers, graph);
  const isOfShare = importers.has(SHARE);
  if (isOfShare || rooms.length > 1) return LIBRARY.test(id) ? null : sharedPart(rooms, isOfShare);
  return rooms[0]?.includes('/') ? null : (rooms[0] ?? null);
};

/** Texts reach the page as compiled messages. */
const messages = (): Plugin => ({
  name: 'messages',
  enforce: 'pre',
  transform: (source, id) => (isMessageFile(id) ? { code: compileMessages(source, id), map: null } : null),
});

/**
 * The page of a public link has an entry of its own: whoever reads one need not fetch the product. The
 * built server does the same.
 */
const sharePage = (): Plugin => ({
  name: 'share-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/share/')) request.url = '/share.html';
      next();
    });
  },
});

/**
 * Adds a script element for each module that the entry preloads, before the entry. The browser then evaluates each
 * module in a task of its own instead of all of them in the entry's task.
 */
const evaluateApart = (): Plugin => ({
  name: 'evaluate-apart',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const entry = /<script type="module" crossorigin src="[^"]+"><\/script>/.exec(html)?.[0];
      if (entry === undefined) throw new Error('the page has no entry');
      const parts = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
      const scripts = parts.map(([, address = '']) => `<script type="module" crossorigin src="${address}"></script>`);
      return html.replace(entry, [...scripts, entry].join('\n    '));
    },
  },
});

/** What both pages show in a browser in which no script of theirs runs. */
const oldBrowserNotice = (): Plugin => ({
  name: 'old-browser-notice',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) =>
      html.replace('<!-- old-browser -->', await readFile(join(import.meta.dirname, 'web/old-browser.html'), 'utf8')),
  },
});

const FRAME = join(import.meta.dirname, 'web/frame');

/** One classic script: the frame's origin is nobody's, so it may fetch no module. */
const bundleScript = async (file: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(FRAME, file), formats: ['iife'], name: 'parley' },
    },
  });
  const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`);
  return chunk.code;
};

const framePage = async (): Promise<string> =>
  '<!doctype html><meta ' +
  `charset="utf-8"><title>Artifact</title><body><script>` +
  `${(await bundleScript('frame.ts')).replaceAll('</script', '<\\/script')}</script>`;

/** What draws artifacts: the frame, and the libraries that it is handed when a kind needs one. */
const FRAME_FILES: Readonly<Record<string, () => Promise<string>>> = {
  'artifact-frame.html': framePage,
  'artifact-react.js': () => bundleScript('react-runtime.ts'),
  'artifact-mermaid.js': () =>
    readFile(join(import.meta.dirname, 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'), 'utf8'),
};

const artifactFrame = (): Plugin => ({
  name: 'artifact-frame',
  async generateBundle() {
    for (const [fileName, make] of Object.entries(FRAME_FILES))
      this.emitFile({ type: 'asset', fileName, source: await make() });
  },
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const path = request.url === '/artifact-frame' ? 'artifact-frame.html' : (request.url ?? '').slice(1);
      const make = FRAME_FILES[path];
      if (!make) return next();
      response.setHeader('Content-Type', path.endsWith('.html') ? 'text/html' : 'text/javascript');
      void make().then((body) => response.end(body), next);
    });
  },
});

const { PORT = '3000' } = loadEnv('', import.meta.dirname, 'PORT');
/** `npm run dev` starts it beside the page. */
const SERVER = `http://127.0.0.1:${PORT}`;

export default defineConfig({
  root: 'web',
  plugins: [
    messages(),
    react(),
    nameShell(),
    sharePage(),
    oldBrowserNotice(),
    evaluateApart(),
    artifactFrame(),
    precompress(),
  ],
  resolve: {
    // Its browser form reads KaTeX's markup through DOMParser, where the page's CSP reports
    // every measure as inline style.
    alias: {
      // wouter brings it for React before 18.
      'use-sync-external-store/shim/index.js': 'react',
      'hast-util-from-html-isomorphic': join(
        import.meta.dirname,
        'node_modules/hast-util-from-html-isomorphic/index.js',
      ),
    },
  },
  build: {
    outDir: join('..', OUT),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    // The PDF renderer, which comes only with the first PDF that is looked at.
    chunkSizeWarningLimit: 1_700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'web/index.html'),
        share: join(import.meta.dirname, 'web/share.html'),
        sw: join(import.meta.dirname, 'web/offline/service-worker.ts'),
      },
      output: {
        // Its address says which pages it serves, so it lies at the root and under the same name always.
        entryFileNames: ({ name }) => (name === 'sw' ? WORKER_FILE : 'assets/[name]-[hash].js'),
        // What lies over the page comes as one piece when the browser is idle, not as a dozen small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { debugName: 'first screen', tags: ['$initial'], name: firstPart, priority: 1 },
            { debugName: 'later parts', name: laterPart },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': SERVER, '/v1': SERVER } },
});
