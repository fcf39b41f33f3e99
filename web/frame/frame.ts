import { artifactDocument } from './artifact-document.ts';
import { type DrawRequest, type FrameReport, isDrawRequest, parseDrawing } from './frame-protocol.ts';

interface Drawing {
  request: DrawRequest;
  readonly element: HTMLIFrameElement;
  /** Told once: what fails without end must not keep the page busy. */
  hasFailed: boolean;
  isLoaded: boolean;
}

/** What is seen, and what will be seen once it is drawn: the last good drawing stays until a better one is there. */
let shown: Drawing | null = null;
let next: Drawing | null = null;
/** Asked for last, whatever became of it. */
let latest: Drawing | null = null;

const tell = (report: FrameReport): void => window.parent.postMessage(report, '*');

const show = (drawing: Drawing): void => {
  shown?.element.remove();
  drawing.element.style.visibility = 'visible';
  shown = drawing;
  next = null;
  tell({ draw: drawing.request.draw, failed: null });
};

const isMarkup = ({ kind }: DrawRequest): boolean => kind === 'html' || kind === 'svg';

/** A comment, style or script that is not closed swallows what would say that the page is drawn. */
const showUnfinished = (drawing: Drawing): void => {
  const { request, isLoaded } = drawing;
  if (drawing === next && isLoaded && !request.growing && isMarkup(request)) show(drawing);
};

const isSame = (one: DrawRequest, other: DrawRequest): boolean =>
  one.kind === other.kind && one.source === other.source && one.theme === other.theme;

/** A page with a faulty script is a page all the same; what is not drawn at all leaves what was there before. */
const fail = (drawing: Drawing, failed: string): void => {
  if (isMarkup(drawing.request) || drawing.hasFailed) return;
  drawing.hasFailed = true;
  if (drawing === next) {
    drawing.element.remove();
    next = null;
  }
  tell({ draw: drawing.request.draw, failed });
};

const draw = (request: DrawRequest): void => {
  if (latest && isSame(latest.request, request)) {
    latest.request = request;
    showUnfinished(latest);
    return;
  }
  next?.element.remove();
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0;visibility:hidden';
  element.srcdoc = artifactDocument(request);
  const drawing: Drawing = { request, element, hasFailed: false, isLoaded: false };
  next = drawing;
  latest = drawing;
  element.addEventListener('load', () => {
    drawing.isLoaded = true;
    showUnfinished(drawing);
  });
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
