import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { Facts } from '../../kit/public-page/facts.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import { ToolCards } from '../../features/tools/components/tool-cards.tsx';
import { professional } from '../../features/tools/professional-features.ts';

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
        <Facts facts={professional} />
      </Section>
      <PricingSection />
    </PublicPage>
  );
}
