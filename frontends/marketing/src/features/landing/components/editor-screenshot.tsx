import dark from '../pictures/editor-dark.webp';
import light from '../pictures/editor-light.webp';
import styles from './editor-screenshot.module.css';

const alt =
  'The editor: chapters on the left, a page of prose in the middle, and the plan of the chapter with its checklist on the right.';

/** A screenshot of the editor in the page's theme, taken by `npm run pictures`. */
export function EditorScreenshot() {
  return (
    <section aria-labelledby="editor-title">
      <h2 id="editor-title" className={styles['title']}>
        The editor you write in
      </h2>
      <p className={styles['text']}>
        Prose in the middle, your chapters on one side, one tool at a time on the other. Ctrl+Shift+F leaves only the
        page.
      </p>
      <div className={styles['frame']}>
        {[
          ['light', light],
          ['dark', dark],
        ].map(([mode, src]) => (
          <img
            key={mode}
            src={src}
            alt={alt}
            width={2240}
            height={1400}
            loading="lazy"
            decoding="async"
            className={styles['picture']}
            data-mode={mode}
          />
        ))}
      </div>
    </section>
  );
}
