import { limits, plans } from '@inkbear/contracts/plans';
import { PlanTable } from '../../features/plans/components/plan-table.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { limitLines } from '../../features/plans/comparison.ts';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';

export default function PricingPage() {
  return (
    <PublicPage
      heading="Pricing"
      lead="Write your first book for free. Pay when you want AI to help with the chapters, or the book as a PDF."
    >
      <PricingSection title="Choose a plan" />
      <Section title="Compare the plans" isWide>
        <PlanTable />
      </Section>
      <Section title="By the month, or once?">
        <p>
          Pro Monthly is for people who keep writing: {plans.pro_monthly.books} new books in each billing period, and
          the tools for as long as it runs. It renews automatically until you cancel, and then stays active until the
          end of the period you have paid for.
        </p>
        <p>
          Pro One-off is for one book with a deadline: everything for {limits.oneOffDays} days, and nothing renews.
          After that the book is read-only here and can be exported as often as you like.
        </p>
        <p>You enter a promo code where you pay, and you see the new price before you pay.</p>
      </Section>
      <Section title="What AI may write">
        <p>The limits are the same for both Pro plans.</p>
        <ul>
          {limitLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Section>
      <Section title="When a plan ends">
        <p>
          When a renewal fails you keep everything for {limits.graceDays} days while you sort out the card. No plan that
          ends hides or deletes a word. You can always read your books and download all your words as Markdown and JSON.
        </p>
      </Section>
    </PublicPage>
  );
}
