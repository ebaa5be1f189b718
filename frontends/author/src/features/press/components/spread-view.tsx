import type { DesignSettings } from '@inkbear/contracts/books/design';
import type { Finding } from '@inkbear/contracts/export/preflight';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { DrawnPage, PageLayout } from '../preview/messages.ts';
import { paperColours } from '../preview/page-colours.ts';
import { paintPage } from '../preview/paint-page.ts';
import { type Spread, spreadName } from '../spreads.ts';
import styles from './spread-view.module.css';

/** A place on a page that is marked. */
export interface Mark {
  /** The index of the page. */
  readonly page: number;
  readonly rect: Finding['rect'];
}

interface Props {
  layout: PageLayout;
  spread: Spread;
  drawn: ReadonlyMap<number, DrawnPage>;
  /** CSS pixels per point. */
  zoom: number;
  paper: DesignSettings['paper'];
  mark: Mark | null;
  chapterPath: (chapterId: string) => string;
  titleOf: (chapterId: string) => string;
}

/** The open pages: one canvas, with a text layer and a link to the chapter above each page. */
export function SpreadView({ layout, spread, drawn, zoom, paper, mark, chapterPath, titleOf }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = layout;
  const scale = zoom * devicePixelRatio;
  const pageWidth = width * zoom;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = paperColours[paper];
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    spread.forEach((page, index) => {
      const image = drawn.get(page)?.image;
      if (image) paintPage(context, image, { left: Math.round(index * width * scale), scale, height });
    });
  }, [spread, drawn, scale, width, height, paper]);
  return (
    <div
      className={styles['spread']}
      data-pages={spread.length}
      style={{ width: pageWidth * spread.length, height: height * zoom }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={spreadName(spread, layout.pages.length)}
        className={styles['canvas']}
        width={Math.ceil(width * scale * spread.length)}
        height={Math.ceil(height * scale)}
      />
      {spread.map((page, index) => {
        const chapterId = layout.pages[page]?.chapterId ?? null;
        return (
          <div key={page} className={styles['page']} style={{ left: index * pageWidth, width: pageWidth }}>
            <TextLayer page={drawn.get(page)} zoom={zoom} height={height} />
            {mark?.page === page && mark.rect !== null && (
              <div
                className={styles['mark']}
                data-testid="mark"
                style={{
                  left: mark.rect.x * zoom,
                  top: mark.rect.y * zoom,
                  width: mark.rect.width * zoom,
                  height: mark.rect.height * zoom,
                }}
              />
            )}
            {chapterId !== null && (
              <Link
                className={styles['link']}
                to={chapterPath(chapterId)}
                aria-label={`Page ${page + 1}: open “${titleOf(chapterId)}”`}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The lines of a page as text in their places: for screen readers and for finding text on the page. */
function TextLayer({ page, zoom, height }: { page: DrawnPage | undefined; zoom: number; height: number }) {
  return (
    <div className={styles['text']}>
      {page?.texts.map(({ text, x, y, width, size }, index) => (
        <span
          key={index}
          style={{ left: x * zoom, top: (height - y - size) * zoom, fontSize: size * zoom, width: width * zoom }}
        >
          {text}{' '}
        </span>
      ))}
    </div>
  );
}
