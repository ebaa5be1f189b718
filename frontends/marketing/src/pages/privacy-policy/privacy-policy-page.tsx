import { limits } from '@inkbear/contracts/plans';
import { Link } from 'react-router-dom';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';

export default function PrivacyPolicyPage() {
  return (
    <PublicPage
      heading="Privacy Policy"
      lead="Your manuscript is yours. We keep what is needed to run your account, and nothing to sell."
    >
      <KeptData />
      <Section title="Why">
        <p>
          To provide what you signed up for (contract), to keep accounts safe and the service working (legitimate
          interest), to meet our tax and legal duties, and, only if you agree, to count page visits (consent).
        </p>
      </Section>
      <Section title="Who else sees it">
        <ul>
          <li>
            The AI provider that this site has connected, when you use an AI tool: the request and the text that it
            needs. Where none is connected, an offline text generator answers and nothing leaves the site.
          </li>
          <li>Stripe, where real payments are switched on: your card details and what is charged.</li>
          <li>Nobody else, unless the law obliges us. We sell no data and show no advertising.</li>
        </ul>
      </Section>
      <Section title="How long">
        <p>
          As long as you have an account. A deleted book, chapter or story stays in the trash for {limits.trashDays}{' '}
          days. A closed account can be restored by signing in for {limits.accountRestoreDays} days; after that it is
          erased for good.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          Under UK data protection law you may see, correct, download or erase your data, object to its use, and
          withdraw your consent. All your words can be downloaded at any time, on every plan.{' '}
          <Link to="/contact">Contact us</Link> for the rest. You may also complain to the Information Commissioner’s
          Office.
        </p>
      </Section>
      <Section title="Cookies">
        <p>
          Which cookies there are, and how long each one stays, is in the <Link to="/cookie-policy">Cookie Policy</Link>
          .
        </p>
      </Section>
    </PublicPage>
  );
}

const KeptData = () => (
  <Section title="What we keep">
    <ul>
      <li>Your account: email address, name, and your password as a hash that cannot be read back.</li>
      <li>What you write: books, chapters, outlines, stories and their earlier versions.</li>
      <li>
        Manuscript files that you upload: the original for 30 days, or until you remove it. Only you can download it.
      </li>
      <li>
        How you use AI: what you asked for, counts against your plan, and finished results for {limits.resultDays} days.
      </li>
      <li>Your plan and payments: what was bought and when. Card numbers are not stored by us.</li>
      <li>Reviews and invitations, if you write or send them. The email address of a review is never public.</li>
      <li>
        Technical records of requests, times and errors, to keep the service running and safe. They do not hold your
        prose.
      </li>
    </ul>
  </Section>
);
