import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { Facts } from '../../features/public-page/components/facts.tsx';
import { PublicPage } from '../../features/public-page/components/public-page.tsx';
import { Section } from '../../features/public-page/components/section.tsx';
import { ToolCards } from '../../features/tools/components/tool-cards.tsx';

const professional = [
  { term: 'Print-ready PDF', text: 'Justified and hyphenated, with contents, running heads and page numbers, as ebook or paperback interior. With Pro.' },
  { term: 'Saved while you type', text: 'Every change is kept as you write. The page says “Saved” only when it is.' },
  { term: 'AI proposes, you decide', text: 'What AI writes appears beside your text. You accept it or you do not; nothing is overwritten.' },
  { term: 'A bin that waits 30 days', text: 'A deleted book or chapter stays for 30 days before it is gone.' },
  { term: 'Calm by day and by night', text: 'A light and a dark page, a measure made for reading, and tools that stay out of sight until asked.' },
  { term: 'Yours to take along', text: 'All your words as Markdown and JSON, on every plan, at any time.' },
];

export default function FeaturesPage() {
  const { state } = useSession();
  return (
    <PublicPage
      name="Features" heading="A quiet editor, and help when you ask for it"
      lead="Plan a book, write it chapter by chapter, and get a PDF that is ready for print. Here is what is open today, and what is still coming."
      actions={(
        <>
          <ButtonLink look="primary" large to={state === 'signed-in' ? '/dashboard' : '/auth'}>Start writing</ButtonLink>
          <ButtonLink look="plain" large to="/pricing">See pricing</ButtonLink>
        </>
      )}
    >
      <Section title="Tools" note="Free means free: tools marked “Every plan” need no card." isWide><ToolCards /></Section>
      <Section title="Professional features" note="What makes a manuscript a book."><Facts facts={professional} /></Section>
      <PricingSection />
    </PublicPage>
  );
}
