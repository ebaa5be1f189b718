import { ComingSoonNote } from '../../features/plans/components/coming-soon-note.tsx';
import { PlanTable } from '../../features/plans/components/plan-table.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { limitLines } from '../../features/plans/comparison.ts';
import { PublicPage } from '../../features/public-page/components/public-page.tsx';
import { Section } from '../../features/public-page/components/section.tsx';

export default function PricingPage() {
  return (
    <PublicPage heading="Pricing" lead="Write your first book for free. Pay when AI should help with the chapters, or when you want the book as a PDF.">
      <PricingSection title="Choose a plan" />
      <Section title="Compare the plans" isWide>
        <PlanTable />
        <ComingSoonNote />
      </Section>
      <Section title="What AI may write">
        <p>The limits are the same for both Pro plans.</p>
        <ul>{limitLines.map((line) => <li key={line}>{line}</li>)}</ul>
      </Section>
      <Section title="When a plan ends">
        <p>No plan that ends hides or deletes a word. You can always read your books and take all your words along as Markdown and JSON.</p>
      </Section>
    </PublicPage>
  );
}
