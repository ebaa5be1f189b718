import HighlightOutlined from '@ant-design/icons-svg/es/asn/HighlightOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { lazyTool } from './tool.ts';

/** Tools that are the same for chapters and stories. */
export const grammarTool = lazyTool(
  'grammar',
  { label: 'Grammar and style', shortLabel: 'Grammar', icon: HighlightOutlined },
  () => import('./tools/grammar-tool.tsx'),
);
export const historyTool = lazyTool(
  'history',
  { label: 'History', icon: HistoryOutlined },
  () => import('./tools/history-tool.tsx'),
);
export const readAloudTool = lazyTool(
  'read-aloud',
  { label: 'Read aloud', icon: SoundOutlined },
  () => import('./tools/read-aloud-tool.tsx'),
);
