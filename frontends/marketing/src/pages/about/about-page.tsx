import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { Facts } from '../../kit/public-page/facts.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import styles from './about-page.module.css';

const values = [
  {
    term: 'Human-Centered AI',
    text: 'AI proposes and the author decides. It never overwrites a sentence, and every proposal is labelled as one.',
  },
  {
    term: 'Accessibility',
    text: 'Keyboard, screen reader, phone, dark mode: Inkbear works for everyone who writes. The first book is free.',
  },
  {
    term: 'Quality First',
    text: 'Better to have one thing that works than three that nearly do. Anything unfinished is labelled as such.',
  },
];
const reasons = [
  {
    term: 'Professional Quality',
    text: 'The pages are set like a book: justified, hyphenated, with contents, running heads and page numbers.',
  },
  {
    term: 'Streamlined Process',
    text: 'Plan, chapters, proposals and export live in one place, and every change is saved as you type.',
  },
];

export default function AboutPage() {
  return (
    <PublicPage
      name="About"
      heading="About Inkbear"
      lead="Inkbear is a quiet editor for long books: a place to plan, write and finish one, with help that waits until it is asked."
    >
      <Section title="Our Mission">
        <p>To help people who have a book in them get to the last page, in their own voice.</p>
      </Section>
      <Section title="Our Vision">
        <p>
          We want making a well-set book to be as easy as writing a letter, and the author to stay the author, however
          clever the tools become.
        </p>
      </Section>
      <Section title="Our Story">
        <p>
          Most unfinished books do not stop for want of an idea. They stop in the middle, where the plan has grown thin,
          the evening is short and the page is blank again.
        </p>
        <p>
          Inkbear is built for that middle: an editor that keeps every word, a plan beside the chapter, and a proposal
          when you are stuck. The bear is patient. The ink is yours.
        </p>
      </Section>
      <Section title="Our Values">
        <Facts facts={values} />
      </Section>
      <Section title="Why Choose Inkbear">
        <Facts facts={reasons} />
      </Section>
      <section className={styles['call']} aria-labelledby="call-title">
        <h2 id="call-title">Begin with one page</h2>
        <p className={styles['text']}>Your first book is free. No card needed.</p>
        <div className={styles['actions']}>
          <ButtonLink variant="primary" large to="/auth">
            Get Started Free
          </ButtonLink>
          <ButtonLink variant="plain" large to="/contact">
            Contact Us
          </ButtonLink>
        </div>
      </section>
    </PublicPage>
  );
}
