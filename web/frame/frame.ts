import { artifactDocument } from './artifact-document.ts';
import { type DrawRequest, type FrameReport, isDrawRequest, parseDrawing } from './frame-protocol.ts';

interface Drawing {
  readonly request: DrawRequest;
  readonly element: HTMLIFrameElement;
  /** Told once: what fails without end must not keep the page busy. */
  hasFailed: boolean;
}

/** What is seen, and what will be seen once it is drawn: the last good drawing stays until a better one is there. */
let shown: Drawing | null = null;
let next: Drawing | null = null;

const tell = (report: FrameReport): void => window.parent.postMessage(report, '*');

const show = (drawing: Drawing): void => {
  shown?.element.remove();
  drawing.element.style.visibility = 'visible';
  shown = drawing;
  next = null;
  tell({ draw: drawing.request.draw, failed: null });
};

/** A page with a faulty script is a page all the same; what is not drawn at all leaves what was there before. */
const fail = (drawing: Drawing, failed: string): void => {
  const { kind, draw: number } = drawing.request;
  if (kind === 'html' || kind === 'svg' || drawing.hasFailed) return;
  drawing.hasFailed = true;
  if (drawing === next) {
    drawing.element.remove();
    next = null;
  }
  tell({ draw: number, failed });
};

const draw = (request: DrawRequest): void => {
  next?.element.remove();
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0;visibility:hidden';
  element.srcdoc = artifactDocument(request);
  next = { request, element, hasFailed: false };
  document.body.append(element);
};

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source === window.parent) {
    if (isDrawRequest(data)) draw(data);
    return;
  }
  const drawing = [next, shown].find((one) => one?.element.contentWindow === source);
  const result = parseDrawing(data);
  if (!drawing || !result) return;
  if (result.failed !== null) fail(drawing, result.failed);
  else if (drawing === next) show(drawing);
});

/** Whole documents are what this frame is for; each stands in a frame of its own, behind the guard. */
const trustDocuments = (): void => {
  const factory: unknown = Reflect.get(window, 'trustedTypes');
  if (typeof factory !== 'object' || factory === null) return;
  const createPolicy: unknown = Reflect.get(factory, 'createPolicy');
  if (typeof createPolicy === 'function')
    Reflect.apply(createPolicy, factory, ['default', { createHTML: (markup: string) => markup }]);
};

trustDocuments();
document.body.style.margin = '0';
tell({ draw: 0, failed: null });
