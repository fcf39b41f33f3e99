import { useEffect, useRef, useState, type RefObject } from 'react';
import { getDocumentProxy } from 'unpdf';

import { Notice } from '../../../ui/display/notice.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { fromBase64 } from '../../../lib/base64.ts';
import styles from './file-preview.module.css';
import { useTranslations } from '../texts.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Pages beyond this are not laid out; the file can be downloaded. */
const MAX_PAGES = 300;
/** How far from the window a page is drawn before it is seen. */
const PRERENDER_MARGIN = '600px';
const DEFAULT_ASPECT_RATIO = 1.414;

/** Opens the document, and gives its memory back with the preview. */
const usePdf = (content: string): { readonly pdf: Pdf | null; readonly failed: boolean; readonly ratio: number } => {
  const [state, setState] = useState<{ readonly pdf: Pdf | null; readonly failed: boolean; readonly ratio: number }>({
    pdf: null,
    failed: false,
    ratio: DEFAULT_ASPECT_RATIO,
  });
  useEffect(() => {
    let isDisposed = false;
    const opened = getDocumentProxy(fromBase64(content));
    const show = async (): Promise<void> => {
      const pdf = await opened;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!isDisposed) setState({ pdf, failed: false, ratio: height / width });
    };
    show().catch(() => {
      if (!isDisposed) setState({ pdf: null, failed: true, ratio: DEFAULT_ASPECT_RATIO });
    });
    return () => {
      isDisposed = true;
      opened.then((pdf) => pdf.destroy()).catch(() => undefined);
    };
  }, [content]);
  return state;
};

/** True from the moment on that an element comes near the window. */
const useNearViewport = (ref: RefObject<HTMLElement | null>): boolean => {
  const [near, setNear] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const element = ref.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: PRERENDER_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, near]);
  return near;
};

const renderPage = async (pdf: Pdf, number: number, canvas: HTMLCanvasElement): Promise<void> => {
  const page = await pdf.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const wanted = Math.min(canvas.clientWidth * Math.min(window.devicePixelRatio, 2), 2_400) || width;
  const viewport = page.getViewport({ scale: wanted / width });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
};

interface PageProps {
  readonly pdf: Pdf;
  readonly number: number;
  readonly aspectRatio: number;
  readonly isTarget: boolean;
}

/** Has the aspect ratio of the first page until it is rendered. */
const Page = ({ pdf, number, aspectRatio: ratio, isTarget: wanted }: PageProps) => {
  const t = useTranslations();
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNearViewport(figure);
  useEffect(() => {
    if (wanted) figure.current?.scrollIntoView?.({ block: 'start' });
  }, [wanted]);
  useEffect(() => {
    if (near && canvas.current) renderPage(pdf, number, canvas.current).catch(() => undefined);
  }, [near, pdf, number]);
  return (
    <figure ref={figure} className={styles['page']} data-page={number}>
      <canvas
        ref={canvas}
        width={100}
        height={Math.round(100 * ratio)}
        role="img"
        aria-label={t('pageOf', { page: number, pages: pdf.numPages })}
      />
      <figcaption>{t('pageCount', { page: number, pages: pdf.numPages })}</figcaption>
    </figure>
  );
};

interface PdfPreviewProps {
  /** Base64. */
  readonly content: string;
  /** The page to begin at. */
  readonly page: number | null;
}

/** A PDF page by page, drawn by the page itself: the browser's own viewer is shut out by our content policy. */
export const PdfPreview = ({ content, page }: PdfPreviewProps) => {
  const t = useTranslations();
  const { pdf, failed, ratio } = usePdf(content);
  if (failed) return <Notice tone="warning">{t('pdfNotShown')}</Notice>;
  if (!pdf) return <Skeleton lines={10} label={t('loadingPages')} />;
  const count = Math.min(pdf.numPages, MAX_PAGES);
  return (
    <div className={styles['pages']}>
      {Array.from({ length: count }, (_, at) => (
        <Page
          key={at}
          pdf={pdf}
          number={at + 1}
          aspectRatio={ratio}
          isTarget={page !== null && at + 1 === Math.min(page, count)}
        />
      ))}
      {count < pdf.numPages ? (
        <p className={styles['facts']}>{t('firstPages', { count, pages: pdf.numPages })}</p>
      ) : null}
    </div>
  );
};
