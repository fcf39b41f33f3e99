import { useEffect, useRef, useState, type RefObject } from 'react';
import { getDocumentProxy } from 'unpdf';

import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { bytesFrom } from './bytes.ts';
import styles from './file-preview.module.css';
import { useTexts } from './texts.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Pages beyond this are not laid out; the file can be downloaded. */
const MOST_PAGES = 300;
/** How far from the window a page is drawn before it is seen. */
const AHEAD = '600px';
const PORTRAIT = 1.414;

/** Opens the document, and gives its memory back with the preview. */
const usePdf = (content: string): { readonly pdf: Pdf | null; readonly failed: boolean; readonly ratio: number } => {
  const [state, setState] = useState<{ readonly pdf: Pdf | null; readonly failed: boolean; readonly ratio: number }>({
    pdf: null,
    failed: false,
    ratio: PORTRAIT,
  });
  useEffect(() => {
    let left = false;
    const opened = getDocumentProxy(bytesFrom(content));
    const show = async (): Promise<void> => {
      const pdf = await opened;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!left) setState({ pdf, failed: false, ratio: height / width });
    };
    show().catch(() => {
      if (!left) setState({ pdf: null, failed: true, ratio: PORTRAIT });
    });
    return () => {
      left = true;
      opened.then((pdf) => pdf.destroy()).catch(() => undefined);
    };
  }, [content]);
  return state;
};

/** True from the moment on that an element comes near the window. */
const useNear = (ref: RefObject<HTMLElement | null>): boolean => {
  const [near, setNear] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const element = ref.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, near]);
  return near;
};

const draw = async (pdf: Pdf, number: number, canvas: HTMLCanvasElement): Promise<void> => {
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
  readonly ratio: number;
  readonly wanted: boolean;
}

/** A page's room, kept by the first page's shape until it is drawn. */
const Page = ({ pdf, number, ratio, wanted }: PageProps) => {
  const t = useTexts();
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(figure);
  useEffect(() => {
    if (wanted) figure.current?.scrollIntoView?.({ block: 'start' });
  }, [wanted]);
  useEffect(() => {
    if (near && canvas.current) draw(pdf, number, canvas.current).catch(() => undefined);
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
  const t = useTexts();
  const { pdf, failed, ratio } = usePdf(content);
  if (failed) return <Notice tone="warning">{t('pdfNotShown')}</Notice>;
  if (!pdf) return <Skeleton lines={10} label={t('loadingPages')} />;
  const count = Math.min(pdf.numPages, MOST_PAGES);
  return (
    <div className={styles['pages']}>
      {Array.from({ length: count }, (_, at) => (
        <Page
          key={at}
          pdf={pdf}
          number={at + 1}
          ratio={ratio}
          wanted={page !== null && at + 1 === Math.min(page, count)}
        />
      ))}
      {count < pdf.numPages ? (
        <p className={styles['facts']}>{t('firstPages', { count, pages: pdf.numPages })}</p>
      ) : null}
    </div>
  );
};
