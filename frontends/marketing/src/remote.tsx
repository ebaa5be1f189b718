import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import AboutPage from './pages/about/about-page.tsx';
import ContactPage from './pages/contact/contact-page.tsx';
import CookiePolicyPage from './pages/cookie-policy/cookie-policy-page.tsx';
import FeaturesPage from './pages/features/features-page.tsx';
import HelpPage from './pages/help/help-page.tsx';
import KnowledgePage from './pages/knowledge/knowledge-page.tsx';
import LandingPage from './pages/landing/landing-page.tsx';
import PricingPage from './pages/pricing/pricing-page.tsx';
import PrivacyPolicyPage from './pages/privacy-policy/privacy-policy-page.tsx';
import TermsPage from './pages/terms-of-service/terms-page.tsx';

/**
 * The pages are not lazy: they are prerendered, so their styles must be loaded with the page, and their code delays
 * nothing.
 */
const remote: Remote = {
  routes: [
    { path: '/', Component: LandingPage },
    { path: '/features', Component: FeaturesPage },
    { path: '/pricing', Component: PricingPage },
    { path: '/knowledge', Component: KnowledgePage },
    { path: '/help', Component: HelpPage },
    { path: '/about', Component: AboutPage },
    { path: '/contact', Component: ContactPage },
    { path: '/privacy-policy', Component: PrivacyPolicyPage },
    { path: '/cookie-policy', Component: CookiePolicyPage },
    { path: '/terms-of-service', Component: TermsPage },
  ],
};

export default remote;
