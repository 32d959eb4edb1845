import { useEffect, useState } from 'react';
import type { OpenPdf } from './draw-pdf.ts';

/** A PDF with the page that is shown. */
export type PdfState =
  | { readonly kind: 'loading' }
  /** Damaged, encrypted, or too much to draw. */
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'open';
      /** Pages that can be shown, and pages that the file has. */
      readonly shownPages: number;
      readonly pages: number;
      /** Of the picture of the page; undefined while it is drawn, null where it cannot be. */
      readonly address: string | null | undefined;
    };

type Opened = { readonly pdf: OpenPdf; readonly shownPages: number } | 'failed';

/** Opens a PDF and draws one page of it, counted from 1. The reader is loaded with the first PDF. */
export function usePdf(file: Blob, page: number): PdfState {
  const [opened, setOpened] = useState<Opened>();
  const [drawn, setDrawn] = useState<{ readonly page: number; readonly address: string | null }>();
  useEffect(() => {
    let pdf: OpenPdf | undefined;
    let isGone = false;
    const open = async () => {
      const { maxPages, openPdf } = await import('./draw-pdf.ts');
      if (isGone) return;
      pdf = await openPdf(file);
      if (isGone) pdf.close();
      else setOpened({ pdf, shownPages: Math.min(pdf.pages, maxPages) });
    };
    open().catch(() => isGone || setOpened('failed'));
    return () => {
      isGone = true;
      pdf?.close();
      setOpened(undefined);
    };
  }, [file]);
  useEffect(() => {
    if (opened === undefined || opened === 'failed') return;
    let address: string | null = null;
    const leaving = new AbortController();
    const { signal } = leaving;
    const draw = async () => {
      const picture = await opened.pdf.draw(page, signal);
      if (signal.aborted) return;
      address = URL.createObjectURL(picture);
      setDrawn({ page, address });
    };
    draw().catch(() => signal.aborted || setDrawn({ page, address: null }));
    return () => {
      leaving.abort();
      if (address !== null) URL.revokeObjectURL(address);
      setDrawn(undefined);
    };
  }, [opened, page]);
  if (opened === undefined) return { kind: 'loading' };
  if (opened === 'failed') return { kind: 'failed' };
  const address = drawn?.page === page ? drawn.address : undefined;
  return { kind: 'open', shownPages: opened.shownPages, pages: opened.pdf.pages, address };
}
