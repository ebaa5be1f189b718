import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import { useSiteConfig } from '@inkbear/web-kit/site-config.ts';
import { ExternalLink } from '../../features/resources/components/external-link.tsx';
import { ListenPanel } from '../../features/read-aloud/components/listen-panel.tsx';
import styles from './help-page.module.css';

const steps = [
  {
    title: 'Finish the text',
    text: 'Write to the end before you polish the beginning. Then revise, let others read it, and have it proofread.',
  },
  {
    title: 'Fill in the book’s details',
    text: 'Title, author or pen name, publishing house if you have one, dedication and introduction. They appear in the finished pages.',
  },
  {
    title: 'Export the interior',
    text: 'In the settings of your book choose Ebook PDF or Paperback PDF. This needs a Pro plan.',
  },
  {
    title: 'Get a cover',
    text: 'Front only for an e-book; front, spine and back for print. The spine’s width depends on the number of pages, so export first.',
  },
  {
    title: 'Decide on an ISBN',
    text: 'Use the shop’s free one, which names the shop as publisher, or buy your own from the ISBN agency.',
  },
  {
    title: 'Upload and check',
    text: 'Upload interior and cover, page through the shop’s preview, and order one printed proof.',
  },
  {
    title: 'Publish and tell people',
    text: 'Set the price, press publish, send one copy to the British Library within a month, and write to the people who have been waiting for it.',
  },
];
const platforms = [
  {
    title: 'Kindle Direct Publishing',
    links: [
      { text: 'Open KDP', href: 'https://kdp.amazon.com/' },
      { text: 'KDP help', href: 'https://kdp.amazon.com/en_US/help' },
    ],
  },
  {
    title: 'Other platforms',
    links: [
      { text: 'IngramSpark', href: 'https://www.ingramspark.com/' },
      { text: 'Draft2Digital', href: 'https://www.draft2digital.com/' },
      { text: 'Kobo Writing Life', href: 'https://www.kobo.com/writinglife' },
    ],
  },
  {
    title: 'Marketing',
    links: [
      { text: 'Amazon Author Central', href: 'https://author.amazon.com/' },
      { text: 'Goodreads Author Program', href: 'https://www.goodreads.com/author/program' },
      { text: 'Reedsy', href: 'https://reedsy.com/' },
    ],
  },
];

/** The text that is read aloud: one step on each line. */
const spokenLines = steps.map(({ title, text }) => `${title}. ${text}`);
/** The step at an offset of the spoken text. */
const stepAt = (offset: number): number =>
  spokenLines.findIndex((_, index) => offset < spokenLines.slice(0, index + 1).join('\n').length);

export default function HelpPage() {
  const [spokenStep, setSpokenStep] = useState<number | null>(null);
  const showStep = useCallback((offset: number | null) => setSpokenStep(offset === null ? null : stepAt(offset)), []);
  const { supportEmail } = useSiteConfig();
  return (
    <PublicPage
      heading="Publishing Guide"
      lead="Seven steps from a finished text to a book that others can buy."
      actions={
        <ButtonLink variant="plain" large to="/features">
          See the features
        </ButtonLink>
      }
    >
      <Section title="Step by step">
        <ol role="list" className={styles['steps']}>
          {steps.map(({ title, text }, index) => (
            <li key={title} data-spoken={index === spokenStep || undefined}>
              <h3>{title}</h3>
              <p className={styles['text']}>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Where to publish" note="These open in a new tab.">
        {platforms.map(({ title, links }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p className={styles['buttons']}>
              {links.map(({ text, href }) => (
                <ExternalLink key={href} isButton text={text} href={href} />
              ))}
            </p>
          </div>
        ))}
      </Section>
      <Section title="More help">
        <p>
          Formats, addresses and tips are in the <Link to="/knowledge">Knowledge and Tools Library</Link>. What other
          authors say is under <Link to="/reviews">Reviews</Link>. You can also{' '}
          <Link to="/referrals">invite a writer</Link>: if they are on Pro Monthly a week after they join, each of you
          gets a credit for one more book.
        </p>
        {supportEmail !== undefined && (
          <p>
            Stuck? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        )}
      </Section>
      <ListenPanel text={spokenLines.join('\n')} onShow={showStep} />
    </PublicPage>
  );
}
