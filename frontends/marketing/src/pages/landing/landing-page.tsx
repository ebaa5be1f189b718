import { DashboardDemo } from '../../features/landing/components/dashboard-demo.tsx';
import { ExportSection } from '../../features/landing/components/export-section.tsx';
import { FeatureList } from '../../features/landing/components/feature-list.tsx';
import { Hero } from '../../features/landing/components/hero.tsx';
import { ReferralNote } from '../../features/landing/components/referral-note.tsx';
import { EditorScreenshot } from '../../features/landing/components/editor-screenshot.tsx';
import { StoriesPromo } from '../../features/landing/components/stories-promo.tsx';
import { ToolGroups } from '../../features/landing/components/tool-groups.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { ReviewsSection } from '../../features/reviews/components/reviews-section.tsx';
import { professional } from '../../features/tools/professional-features.ts';
import styles from './landing-page.module.css';

export default function LandingPage() {
  return (
    <div className={styles['page']}>
      <title>Inkbear · Write your book, keep your voice</title>
      <meta
        name="description"
        content="Plan, write, edit and publish your book: a quiet editor, an AI that proposes and never overwrites, and print-ready PDF."
      />
      <Hero />
      <StoriesPromo />
      <PricingSection />
      <ToolGroups />
      <EditorScreenshot />
      <DashboardDemo />
      <ExportSection />
      <ReferralNote />
      <FeatureList features={professional} />
      <ReviewsSection />
    </div>
  );
}
