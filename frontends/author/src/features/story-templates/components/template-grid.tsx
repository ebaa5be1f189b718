import HeartOutlined from '@ant-design/icons-svg/es/asn/HeartOutlined';
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined';
import SolutionOutlined from '@ant-design/icons-svg/es/asn/SolutionOutlined';
import TrophyOutlined from '@ant-design/icons-svg/es/asn/TrophyOutlined';
import { type StoryTemplate, storyTemplates } from '@inkbear/contracts/stories/story-templates';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import styles from './templates.module.css';

const templateIcons: Readonly<Record<StoryTemplate['icon'], typeof HeartOutlined>> = {
  trophy: TrophyOutlined,
  briefcase: SolutionOutlined,
  heart: HeartOutlined,
  home: HomeOutlined,
};

interface Props {
  onCreate: (template: StoryTemplate) => void;
  onSample: (template: StoryTemplate) => void;
}

/** All story templates. */
export function TemplateGrid({ onCreate, onSample }: Props) {
  return (
    <section className={styles['section']} aria-labelledby="templates-title">
      <h2 id="templates-title">Create New Personal Story</h2>
      <ul role="list" className={styles['grid']}>
        {storyTemplates.map((template) => (
          <li key={template.id} className={styles['template']}>
            <span className={styles['icon']}>
              <Icon of={templateIcons[template.icon]} />
            </span>
            <h3 className={styles['title']}>{template.title}</h3>
            <p className={styles['category']}>{template.category}</p>
            <p className={styles['about']}>{template.description}</p>
            <div className={styles['choices']}>
              <PlainButton
                variant="primary"
                aria-label={`Create Story: ${template.title}`}
                onClick={() => onCreate(template)}
              >
                Create Story
              </PlainButton>
              <PlainButton
                variant="quiet"
                aria-label={`Try Sample: ${template.title}`}
                onClick={() => onSample(template)}
              >
                Try Sample
              </PlainButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
