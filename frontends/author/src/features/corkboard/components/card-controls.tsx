import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { MenuItem } from '../../../ui/overlays/antd-overlays.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import styles from './corkboard.module.css';

interface Props {
  /** The chapter or scene, for screen readers. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  items: readonly MenuItem[];
}

/** The buttons of a chapter or a scene; `data-control` is what a `FocusRequest` names. */
export function CardControls({ name, isFirst, isLast, onMove, items }: Props) {
  return (
    <div className={styles['controls']}>
      <IconButton
        data-control="up"
        label={`Move up: ${name}`}
        hint="Move up"
        size={36}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <Icon of={UpOutlined} size={16} />
      </IconButton>
      <IconButton
        data-control="down"
        label={`Move down: ${name}`}
        hint="Move down"
        size={36}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <Icon of={DownOutlined} size={16} />
      </IconButton>
      <Menu
        items={items}
        trigger={(props) => (
          <IconButton data-control="more" label={`More for ${name}`} hint={false} size={36} {...props}>
            <Icon of={MoreOutlined} size={16} />
          </IconButton>
        )}
      />
    </div>
  );
}
