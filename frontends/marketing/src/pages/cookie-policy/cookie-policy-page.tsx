import { Link } from 'react-router-dom';
import { PlainTable } from '../../kit/public-page/plain-table.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';

const cookies = [
  [
    'inkbear_session',
    'Keeps you signed in. On secure sites its name begins with __Host-.',
    'For the session; at most 7 days',
  ],
  [
    'inkbear_device',
    'Recognises a browser you have signed in from, so that a stranger’s wrong passwords do not lock you out.',
    'One year',
  ],
  [
    'inkbear_consent',
    'Remembers whether you agreed that we count page visits. Unless it says yes, no visit is counted.',
    'One year',
  ],
  ['Preferences', 'For choices about how pages look. Not used at present.', '30 days'],
];
const stored = [
  ['Theme', 'Light or dark, if you chose one.', 'Until you clear it'],
  ['Last chapter', 'The chapter you had open in each book.', 'Until you clear it'],
  [
    'Your settings',
    'Goals, settings of the editor and the grammar check, the voice for reading aloud, ticked checklist items, which AI results you have dealt with, and the page count of your last cover guide.',
    'Until you clear it',
  ],
  [
    'Invitation',
    'The code of the writer who invited you, so that it is still known when you create your account.',
    '30 days, or until you use it',
  ],
  [
    'Unsaved changes',
    'What you typed and the server has not confirmed yet, so that a lost connection loses nothing.',
    'Until saved, or until you log out',
  ],
];

export default function CookiePolicyPage() {
  return (
    <PublicPage
      heading="Cookie Policy"
      lead="Few cookies, all our own. No advertising, no trackers, no analytics beyond our own count of page visits."
    >
      <Section title="Cookies we set" isWide>
        <PlainTable
          caption="Every cookie, what it does and how long it stays"
          head={['Cookie', 'What it does', 'How long']}
          rows={cookies}
        />
      </Section>
      <Section title="Kept in your browser" isWide>
        <PlainTable
          caption="Stored by the browser itself and not sent with each request"
          head={['What', 'Why', 'How long']}
          rows={stored}
        />
      </Section>
      <Section title="Counting visits">
        <p>
          If you agree, we count which of our pages are opened. Only the address of the page is reported. Without your
          consent nothing is counted, and no other analytics exists.
        </p>
      </Section>
      <Section title="Card payments">
        <p>
          Where real payments are switched on, the payment page loads a form of our payment provider, Stripe, which may
          set cookies of its own to prevent fraud.
        </p>
      </Section>
      <Section title="Your choice">
        <p>
          At the end of this page you can say whether pages may be counted, and change your mind whenever you like. You
          can also delete cookies in your browser at any time. Without the session cookie you cannot sign in; everything
          else still works. What we do with personal data is in the <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
      </Section>
    </PublicPage>
  );
}
