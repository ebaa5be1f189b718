import { limits, plans } from '@inkbear/contracts/plans';
import { money } from '@inkbear/web-kit/format.ts';
import { Link } from 'react-router-dom';
import { PlanTable } from '../../features/plans/components/plan-table.tsx';
import { limitLines } from '../../features/plans/comparison.ts';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';

export default function TermsPage() {
  return (
    <PublicPage
      heading="Terms of Service"
      lead="What you may expect from us, and what we ask of you. By creating an account you agree to these terms."
    >
      <Section title="Your account">
        <p>
          Give an email address of your own, keep your password to yourself, and tell us if somebody else has used your
          account.
        </p>
      </Section>
      <Section title="Your words">
        <p>
          What you write stays yours. So does, as far as the law allows, what AI proposes and you accept. You give us
          only the right to store, process and show it in order to run the service for you.
        </p>
        <p>You are responsible for what you write and publish: it must not break the law or the rights of others.</p>
      </Section>
      <Section title="AI">
        <p>
          AI makes mistakes and may resemble what others have written. Read every proposal before you accept it, and
          check facts before you publish. Shops may ask you to say that AI was used.
        </p>
      </Section>
      <Section title="Plans and prices" isWide>
        <PlanTable />
        <p>
          {plans.pro_monthly.title} costs {money(plans.pro_monthly.price)} per month and renews each month until you
          cancel; after a failed renewal you keep access for {limits.graceDays} days. {plans.pro_oneoff.title} costs{' '}
          {money(plans.pro_oneoff.price)} once, with {limits.oneOffDays} days of full access for one book, then
          read-only.
        </p>
      </Section>
      <Section title="Limits">
        <ul>
          {limitLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Section>
      <PlanEnd />
      <Section title="Liability">
        <p>
          We run the service with care but cannot promise that it is never interrupted, or that a shop accepts your
          book. Nothing in these terms limits rights that the law gives to consumers.
        </p>
      </Section>
      <Section title="Governing law">
        <p>
          These terms are governed by the law of the United Kingdom. Questions? <Link to="/contact">Contact us</Link>.
        </p>
      </Section>
    </PublicPage>
  );
}

const PlanEnd = () => (
  <Section title="When a plan ends">
    <p>
      You can cancel {plans.pro_monthly.title} at any time; it ends with the period you have paid for. You can export
      chapters and books as PDF for {limits.exportDaysAfterMonthly} days after a monthly plan ends. The book of a{' '}
      {plans.pro_oneoff.title} plan can always be exported as a whole. A full refund ends the plan at once.
    </p>
    <p>
      No plan that ends deletes your words, and all of them can be downloaded as Markdown and JSON on every plan. We may
      suspend an account that breaks the law, harms others or attacks the service.
    </p>
  </Section>
);
