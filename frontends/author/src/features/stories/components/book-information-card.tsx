import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import MinusOutlined from '@ant-design/icons-svg/es/asn/MinusOutlined';
import type { Story } from '@inkbear/contracts/stories/story';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { FactList, SideCard } from '../../../ui/side-card.tsx';
import styles from './story-side.module.css';

const parts = [
  ['dedication', 'Dedication'],
  ['synopsis', 'Synopsis'],
  ['introduction', 'Introduction'],
] as const;

/** The metadata for the first pages of the PDF. */
export function BookInformationCard({ story, onEdit }: { story: Story; onEdit: () => void }) {
  return (
    <SideCard level={3} title="Book Information">
      <FactList>
        <div>
          <dt>Author</dt>
          <dd>{story.authorName || 'Not named yet'}</dd>
        </div>
        <div>
          <dt>Publisher</dt>
          <dd>{story.publishingHouse}</dd>
        </div>
      </FactList>
      <ul role="list" className={styles['parts']}>
        {parts.map(([name, label]) => {
          const isWritten = story[name].trim() !== '';
          return (
            <li key={name} data-written={isWritten}>
              <Icon of={isWritten ? CheckOutlined : MinusOutlined} size={16} />
              {label}
              <span className="visually-hidden">{isWritten ? ': written' : ': not written'}</span>
            </li>
          );
        })}
      </ul>
      <PlainButton wide onClick={onEdit}>
        Edit Story Info
      </PlainButton>
    </SideCard>
  );
}
