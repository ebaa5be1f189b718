import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { Facts } from '../../kit/public-page/facts.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import { ToolCards } from '../../features/tools/components/tool-cards.tsx';
import { professional } from '../../features/tools/professional-features.ts';

const bringAndArrange = [
  {
    term: 'Bring your manuscript',
    text: 'Word, EPUB, RTF, Markdown, HTML, plain text or Scrivener 3. You check the chapters before the book is made, and you see what could not be brought along.',
  },
  {
    term: 'Scenes on cards',
    text: 'A corkboard of chapters and scenes. Move, split and merge them, and take the last change back.',
  },
];

export default function FeaturesPage() {
  const { state } = useSession();
  return (
    <PublicPage
      name="Features"
      heading="A quiet editor, and help when you ask for it"
      lead="Plan a book, write it chapter by chapter, and get a PDF that is ready for print. Here is everything it can do."
      actions={
        <>
          <ButtonLink variant="primary" large to={state === 'signed-in' ? '/dashboard' : '/auth'}>
            Start writing
          </ButtonLink>
          <ButtonLink variant="plain" large to="/pricing">
            See pricing
          </ButtonLink>
        </>
      }
    >
      <Section title="Tools" note="Free means free: tools marked “Every plan” need no card." isWide>
        <ToolCards />
      </Section>
      <Section title="Professional features" note="What makes a manuscript a book.">
        <Facts facts={[...bringAndArrange, ...professional]} />
      </Section>
      <PricingSection />
    </PublicPage>
  );
}
