import { defuseMarkup, GUARD_SCRIPT } from './guard.ts';
import type { DrawRequest } from './frame-protocol.ts';

/** A text as a literal of a script that stands in a document. */
const literal = (text: string): string =>
  JSON.stringify(text).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const script = (code: string): string => `<script>${code.replace(/<\/(?=script)/gi, '<\\/')}</script>`;

const style = (css: string): string => `<style>${css}</style>`;

const colours = ({ theme }: DrawRequest): string =>
  theme === 'dark'
    ? 'color-scheme:dark;background:#14181d;color:#e7eaee'
    : 'color-scheme:light;background:#fff;color:#1c1c1a';

const centred = (request: DrawRequest): string =>
  style(
    `html{${colours(request)}}body{margin:0;min-height:100vh;display:grid;place-items:center;font-family:system-ui}` +
      'svg{max-width:100%;max-height:100vh;height:auto}',
  );

const DRAWN = "parent.postMessage({drawn:true},'*')";
const FAILED = "parent.postMessage({failed:String(error&&error.message||error).slice(0,300)},'*')";

const BODIES: Readonly<Record<DrawRequest['kind'], (request: DrawRequest) => string>> = {
  // A page that names no colours counts on paper.
  html: ({ source }) =>
    `${style('html{color-scheme:light;background:#fff;color:#000}')}${defuseMarkup(source)}\n` +
    `${script(`addEventListener('load',()=>${DRAWN})`)}`,
  svg: (request) =>
    `${centred(request)}<body>${defuseMarkup(request.source)}${script(`addEventListener('load',()=>${DRAWN})`)}`,
  mermaid: (request) =>
    `${centred(request)}<body><div id="out"></div>${script(request.library)}${script(
      `mermaid.initialize({startOnLoad:false,securityLevel:'strict',suppressErrorRendering:true,` +
        `theme:${literal(request.theme === 'dark' ? 'dark' : 'default')}});` +
        `mermaid.render('drawing',${literal(request.source)}).then(({svg})=>{` +
        `document.getElementById('out').innerHTML=svg;${DRAWN}},(error)=>{${FAILED}})`,
    )}`,
  react: (request) =>
    `${style(`html{${colours(request)}}body{margin:0;font-family:system-ui}#root{padding:16px}`)}<body>` +
    `<div id="root"></div>${script(request.library)}${script(`parleyReact.draw(${literal(request.source)})`)}`,
};

/** Said once, it cannot be said otherwise by the artifact: no name is looked up for a link that it shows. */
const NO_PREFETCH = '<meta http-equiv="x-dns-prefetch-control" content="off">';

/** The whole document of an artifact. The guard is its first script; nothing of the artifact stands before it. */
export const artifactDocument = (request: DrawRequest): string =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `${NO_PREFETCH}${script(GUARD_SCRIPT)}${BODIES[request.kind](request)}`;
