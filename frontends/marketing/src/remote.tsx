import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { Remote } from '@inkbear/web-kit/remote-contract.ts';

const LandingPage = lazyPage(() => import('./app/routes/landing.tsx'));
const FeaturesPage = lazyPage(() => import('./app/routes/features.tsx'));
const PricingPage = lazyPage(() => import('./app/routes/pricing.tsx'));
const KnowledgePage = lazyPage(() => import('./app/routes/knowledge.tsx'));
const HelpPage = lazyPage(() => import('./app/routes/help.tsx'));
const AboutPage = lazyPage(() => import('./app/routes/about.tsx'));
const ContactPage = lazyPage(() => import('./app/routes/contact.tsx'));
const PrivacyPolicyPage = lazyPage(() => import('./app/routes/privacy-policy.tsx'));
const CookiePolicyPage = lazyPage(() => import('./app/routes/cookie-policy.tsx'));
const TermsPage = lazyPage(() => import('./app/routes/terms-of-service.tsx'));

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
