import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { PlainTable } from '../../kit/public-page/plain-table.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import { ResourceGroups } from '../../features/resources/components/resource-groups.tsx';
import { resourceGroups, tipLists } from '../../features/resources/resources.ts';

const formats = [
  [
    'PDF',
    'Available, with Pro',
    'Print on demand: the large shops accept it as the interior of a paperback. Also for reading on a screen.',
  ],
  [
    'Word (DOCX)',
    'Available, with Pro',
    'Editors who want tracked changes, and shops that convert it. Made on the book’s “Print & e-book” page.',
  ],
  [
    'EPUB',
    'Available, with Pro',
    'The format that nearly every e-book shop prefers. Made and checked on the book’s “Print & e-book” page.',
  ],
  [
    'MOBI',
    'Not offered',
    'Kindle Direct Publishing no longer accepts it. For e-books it takes EPUB, DOCX and KPF today, and PDF for print.',
  ],
];

export default function KnowledgePage() {
  const { state } = useSession();
  return (
    <PublicPage
      name="Knowledge"
      heading="Knowledge and Tools Library"
      lead="Which file goes where, whom to ask, and what to do before, when and after you publish."
      actions={
        <ButtonLink variant="plain" large to="/help">
          Read the Publishing Guide
        </ButtonLink>
      }
    >
      <Section title="Export formats" note="What Inkbear makes today, and what the shops take." isWide>
        <PlainTable
          caption="Export formats and what they are for"
          head={['Format', 'In Inkbear', 'What it is for']}
          rows={formats}
        />
        <p>
          A manuscript that you have already comes in as Word, EPUB, RTF, Markdown, HTML, plain text or Scrivener 3, on
          every plan.
        </p>
        <p>
          Your words as Markdown and JSON are yours on every plan:{' '}
          {state === 'signed-in' ? (
            <a href="/api/user/export" download>
              download them all
            </a>
          ) : (
            <>
              <Link to="/auth">sign in</Link> and download them all here
            </>
          )}
          .
        </p>
      </Section>
      <Section title="Useful places" note="All of them open in a new tab. None of them pays to be here." isWide>
        <ResourceGroups groups={resourceGroups} />
      </Section>
      {tipLists.map(({ title, tips }) => (
        <Section key={title} title={title}>
          <ul>
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </Section>
      ))}
    </PublicPage>
  );
}
