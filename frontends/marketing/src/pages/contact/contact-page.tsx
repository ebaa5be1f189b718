import { Link } from 'react-router-dom';
import { ContactForm } from '../../features/contact/components/contact-form.tsx';
import { PlainTable } from '../../kit/public-page/plain-table.tsx';
import { PublicPage } from '../../kit/public-page/public-page.tsx';
import { Section } from '../../kit/public-page/section.tsx';
import { useSiteConfig } from '@inkbear/web-kit/site-config.ts';

const answers = [
  ['General support', '24 hours'],
  ['Technical questions', '12 hours'],
  ['Business', '48 hours'],
];
const hours = [
  ['Monday to Friday', '9:00–18:00 GMT'],
  ['Saturday', '10:00–16:00 GMT'],
  ['Sunday', 'Closed'],
];

export default function ContactPage() {
  const { supportEmail, techEmail, businessEmail } = useSiteConfig();
  const addresses = [
    { name: 'Support', email: supportEmail },
    { name: 'Technical', email: techEmail },
    { name: 'Business', email: businessEmail },
  ].filter(({ email }) => email !== undefined);
  return (
    <PublicPage
      name="Contact"
      heading="Contact Us"
      lead="A question about your book, your plan or a page that misbehaves? Say it in your own words."
    >
      <Section title="Write to us" note="All four fields are required.">
        <ContactForm />
      </Section>
      {addresses.length > 0 && (
        <Section title="Addresses">
          <ul role="list">
            {addresses.map(({ name, email }) => (
              <li key={name}>
                {name}: <a href={`mailto:${email}`}>{email}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Response times">
        <PlainTable caption="How soon we aim to answer" head={['About', 'Within']} rows={answers} />
      </Section>
      <Section title="Office hours">
        <PlainTable caption="When somebody is here" head={['Day', 'Hours']} rows={hours} />
      </Section>
      <Section title="Quicker answers">
        <p>
          The <Link to="/help">Publishing Guide</Link> goes from finished text to published book. The{' '}
          <Link to="/knowledge">Knowledge Library</Link> has formats, addresses and tips.
        </p>
      </Section>
    </PublicPage>
  );
}
