import styles from './templates.module.css';

const steps = [
  ['Choose a template', 'An achievement, a career, a milestone or a family.'],
  ['Add details', 'A handful of questions. Names and small scenes make the story yours.'],
  ['AI generation', 'A first draft from your answers alone; nothing is made up about the people in it.'],
  ['Edit and export', 'Continue writing, let AI enhance passages, and export it as PDF or text.'],
] as const;

/** The steps from a template to a finished story. */
export function HowItWorks() {
  return (
    <section className={styles['section']} aria-labelledby="how-title">
      <h2 id="how-title">How it works</h2>
      <ol role="list" className={styles['steps']}>
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span className={styles['number']} aria-hidden>
              {index + 1}
            </span>
            <h3 className={styles['stepTitle']}>{title}</h3>
            <p className={styles['about']}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
