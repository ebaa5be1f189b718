import styles from './export-section.module.css';

const facts = [
  {
    term: 'Pages like a book',
    text: 'Justified and hyphenated, chapters on fresh pages, contents, running heads and page numbers.',
  },
  { term: 'E-book and paperback', text: 'One manuscript, two interiors, sized for the large print-on-demand shops.' },
  { term: 'Yours to keep', text: 'All your words as Markdown and JSON, on every plan, at any time.' },
];

export function ExportSection() {
  return (
    <section className={styles['section']} aria-labelledby="export-title">
      <h2 id="export-title" className={styles['title']}>
        From manuscript to print-ready file
      </h2>
      <dl className={styles['facts']}>
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
