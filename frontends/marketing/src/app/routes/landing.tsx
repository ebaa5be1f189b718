import { DashboardDemo } from '../../features/landing/components/dashboard-demo.tsx';
import { ExportStory } from '../../features/landing/components/export-story.tsx';
import { FeatureList } from '../../features/landing/components/feature-list.tsx';
import { Hero } from '../../features/landing/components/hero.tsx';
import { ReferralNote } from '../../features/landing/components/referral-note.tsx';
import { RoomPicture } from '../../features/landing/components/room-picture.tsx';
import { StoriesPromo } from '../../features/landing/components/stories-promo.tsx';
import { ToolShelf } from '../../features/landing/components/tool-shelf.tsx';
import { PricingSection } from '../../features/plans/components/pricing-section.tsx';
import { ReviewsSection } from '../../features/reviews/components/reviews-section.tsx';
import styles from './landing.module.css';

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
      <ToolShelf />
      <RoomPicture />
      <DashboardDemo />
      <ExportStory />
      <ReferralNote />
      <FeatureList />
      <ReviewsSection />
    </div>
  );
}
