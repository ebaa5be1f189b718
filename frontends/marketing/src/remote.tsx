import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import AboutPage from './app/routes/about.tsx';
import ContactPage from './app/routes/contact.tsx';
import CookiePolicyPage from './app/routes/cookie-policy.tsx';
import FeaturesPage from './app/routes/features.tsx';
import HelpPage from './app/routes/help.tsx';
import KnowledgePage from './app/routes/knowledge.tsx';
import LandingPage from './app/routes/landing.tsx';
import PricingPage from './app/routes/pricing.tsx';
import PrivacyPolicyPage from './app/routes/privacy-policy.tsx';
import TermsPage from './app/routes/terms-of-service.tsx';

/**
 * Not lazy: every page is drawn when it is built, so its styles must be known at once, and its code comes when nobody
 * waits for it.
 */
const remote: Remote = {
  routes: [
    { path: '/', element: <LandingPage /> },
    { path: '/features', element: <FeaturesPage /> },
    { path: '/pricing', element: <PricingPage /> },
    { path: '/knowledge', element: <KnowledgePage /> },
    { path: '/help', element: <HelpPage /> },
    { path: '/about', element: <AboutPage /> },
    { path: '/contact', element: <ContactPage /> },
    { path: '/privacy-policy', element: <PrivacyPolicyPage /> },
    { path: '/cookie-policy', element: <CookiePolicyPage /> },
    { path: '/terms-of-service', element: <TermsPage /> },
  ],
};

export default remote;
