import HeartOutlined from '@ant-design/icons-svg/es/asn/HeartOutlined';
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined';
import SolutionOutlined from '@ant-design/icons-svg/es/asn/SolutionOutlined';
import TrophyOutlined from '@ant-design/icons-svg/es/asn/TrophyOutlined';
import type { StoryTemplate } from '@inkbear/contracts/stories/story-templates';

export const templateIcons: Readonly<Record<StoryTemplate['icon'], typeof HeartOutlined>> = {
  trophy: TrophyOutlined,
  briefcase: SolutionOutlined,
  heart: HeartOutlined,
  home: HomeOutlined,
};
