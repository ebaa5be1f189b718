import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import MinusOutlined from '@ant-design/icons-svg/es/asn/MinusOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import type { DesignSettings } from '@inkbear/contracts/books/design';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDrawnPages } from '../hooks/use-drawn-pages.ts';
import { useElementSize } from '../hooks/use-element-size.ts';
import type { PreviewStatus, PreviewView } from '../hooks/use-preview.ts';
import { type SpreadKeys, useSpreadKeys } from '../hooks/use-spread-keys.ts';
import type { PageLayout } from '../preview/messages.ts';
import type { PreviewWorker } from '../preview/open-preview.ts';
import { listSpreads, pagesToDraw, spreadOfPage } from '../spreads.ts';
import styles from './preview-stage.module.css';
import { type Mark, SpreadView } from './spread-view.tsx';

interface Shared {
  paper: DesignSettings['paper'];
  /** One page at a time. */
  isSingle: boolean;
  mark: Mark | null;
  chapterPath: (chapterId: string) => string;
  titleOf: (chapterId: string) => string;
}

interface Props extends Shared {
  preview: PreviewView;
  isOnline: boolean;
}

/** The pages of the book, or why there are none. */
export function PreviewStage({ preview, isOnline, ...shared }: Props) {
  const { status, layout, worker, retry } = preview;
  const text = statusText(status, layout !== null);
  if (status.phase === 'empty') return <EmptyState title="Write some words first, then your pages appear here." />;
  if (status.phase === 'refused')
    return <ErrorState level={2} title="These pages cannot be shown yet" text={status.message} />;
  return (
    <>
      <p className={styles['status']} role="status">
        {text}
        {text === '' && !isOnline && 'You are offline: preview only.'}
      </p>
      {status.phase === 'failed' && <Failure hasPages={layout !== null} onRetry={retry} />}
      {layout && <Pages layout={layout} worker={worker} {...shared} />}
    </>
  );
}

/** Earlier pages stay on screen when a newer layout has failed. */
function Failure({ hasPages, onRetry }: { hasPages: boolean; onRetry: () => void }) {
  const button = (
    <PlainButton variant={hasPages ? 'quiet' : 'primary'} onClick={onRetry}>
      Retry
    </PlainButton>
  );
  if (hasPages)
    return (
      <div className={styles['failure']} role="alert">
        The pages could not be updated. {button}
      </div>
    );
  return (
    <ErrorState
      level={2}
      title="The pages could not be laid out"
      text="Your text and your settings are not affected."
      action={button}
    />
  );
}

/** “Setting chapter 7 of 32” for the first pages, “Updating…” while earlier pages stay on screen. */
function statusText(status: PreviewStatus, hasPages: boolean): string {
  if (status.phase !== 'loading' && status.phase !== 'setting') return '';
  if (hasPages) return 'Updating…';
  const { done, total } = status;
  const verb = status.phase === 'loading' ? 'Loading' : 'Setting';
  return total === 0 ? `${verb} the chapters` : `${verb} chapter ${Math.min(done + 1, total)} of ${total}`;
}

const zooms = [1, 1.25, 1.5, 2, 3] as const;
/** The space around the pages, in pixels. */
const edge = 32;

interface PagesProps extends Shared {
  layout: PageLayout;
  worker: PreviewWorker | null;
}

function Pages({ layout, worker, ...shared }: PagesProps) {
  const { isSingle, mark } = shared;
  const { pageCount, width, height } = layout;
  const spreads = listSpreads(pageCount, isSingle);
  const [page, setPage] = useState(0);
  const [zoomStep, setZoomStep] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const [frame, size] = useElementSize();
  const at = spreadOfPage(spreads, Math.min(page, pageCount - 1));
  const spread = spreads[at] ?? [0];
  useEffect(() => {
    if (mark) setPage(mark.page);
  }, [mark]);
  const show = (index: number) => setPage(spreads[Math.max(0, Math.min(index, spreads.length - 1))]?.[0] ?? 0);
  const keys: SpreadKeys = {
    onMove: (to) => show({ previous: at - 1, next: at + 1, first: 0, last: spreads.length - 1 }[to]),
    onZoom: (direction) => setZoomStep((step) => Math.max(0, Math.min(step + direction, zooms.length - 1))),
    onGoToPage: () => {
      field.current?.focus();
      field.current?.select();
    },
  };
  useSpreadKeys(keys);
  const fit = Math.max(
    0.2,
    Math.min((size.width - edge) / (width * (isSingle ? 1 : 2)), (size.height - edge) / height),
  );
  const zoom = fit * (zooms[zoomStep] ?? 1);
  const drawn = useDrawnPages({ worker, layout, pages: pagesToDraw(spreads, at), scale: zoom * devicePixelRatio });
  return (
    <>
      <div ref={frame} className={styles['frame']} tabIndex={0} role="region" aria-label="Pages">
        <SpreadView {...shared} layout={layout} spread={spread} drawn={drawn} zoom={zoom} />
      </div>
      <div className={styles['controls']}>
        <IconButton label="Previous pages (←)" disabled={at === 0} onClick={() => keys.onMove('previous')}>
          <Icon of={LeftOutlined} size={16} />
        </IconButton>
        <PageField
          ref={field}
          page={(spread[0] ?? 0) + 1}
          pageCount={pageCount}
          onGo={(number) => setPage(number - 1)}
        />
        <IconButton label="Next pages (→)" disabled={at === spreads.length - 1} onClick={() => keys.onMove('next')}>
          <Icon of={RightOutlined} size={16} />
        </IconButton>
        <IconButton label="Smaller (−)" disabled={zoomStep === 0} onClick={() => keys.onZoom(-1)}>
          <Icon of={MinusOutlined} size={16} />
        </IconButton>
        <IconButton label="Larger (+)" disabled={zoomStep === zooms.length - 1} onClick={() => keys.onZoom(1)}>
          <Icon of={PlusOutlined} size={16} />
        </IconButton>
      </div>
    </>
  );
}

interface PageFieldProps {
  ref: React.Ref<HTMLInputElement>;
  page: number;
  pageCount: number;
  onGo: (page: number) => void;
}

/** The number of the left or only page; Enter shows another one. */
function PageField({ ref, page, pageCount, onGo }: PageFieldProps) {
  const [{ shown, typed }, set] = useState({ shown: page, typed: String(page) });
  if (shown !== page) set({ shown: page, typed: String(page) });
  const setTyped = (text: string) => set({ shown: page, typed: text });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Math.round(Number(typed));
    if (Number.isFinite(number) && typed.trim() !== '') onGo(Math.max(1, Math.min(number, pageCount)));
    else setTyped(String(page));
  };
  return (
    <form className={styles['field']} onSubmit={submit}>
      <label>
        <span className="visually-hidden">Go to page (G)</span>
        <input
          ref={ref}
          inputMode="numeric"
          value={typed}
          className={`tabular ${styles['number']}`}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <span className="tabular">of {pageCount}</span>
    </form>
  );
}
