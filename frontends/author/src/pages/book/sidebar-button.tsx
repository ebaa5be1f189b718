import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';

/** Shows the list of chapters. */
export const SidebarButton = ({ onShowSidebar }: { onShowSidebar: () => void }) => (
  <IconButton label="Book and chapters" hint={false} size={36} onClick={onShowSidebar}>
    <Icon of={MenuOutlined} size={16} />
  </IconButton>
);
