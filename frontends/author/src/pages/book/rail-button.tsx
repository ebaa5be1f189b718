import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import bar from '../../manuscript/top-bar.module.css';

/** Shows the list of chapters. */
export const RailButton = ({ onShowRail }: { onShowRail: () => void }) => (
  <button type="button" className={bar['icon']} aria-label="Book and chapters" onClick={onShowRail}>
    <Icon of={MenuOutlined} size={16} />
  </button>
);
