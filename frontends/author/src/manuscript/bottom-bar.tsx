import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { MenuItem } from '../ui/overlays/antd-overlays.tsx';
import { Menu } from '../ui/overlays/overlays.tsx';
import styles from './bottom-bar.module.css';
import { useOpenManuscript } from './open-manuscript.ts';
import type { Tool } from './tool.ts';

interface Props {
  /** The tools that have a button. */
  tools: readonly Tool[];
  menuItems: readonly MenuItem[];
  /** Buttons before those of the tools. */
  children?: ReactNode;
}

/**
 * The most used tools of the open manuscript, and its menu, in reach of the thumb. Only narrow windows have it, where tools
 * have no place beside the text.
 */
export function BottomBar({ tools, menuItems, children }: Props) {
  const { hasBottomBar, openToolId, openTool } = useOpenManuscript().layout;
  if (!hasBottomBar) return null;
  return (
    <nav className={styles['bar']} aria-label="Tools">
      {children}
      {tools.map(({ id, label, shortLabel, icon }) => (
        <BottomBarButton
          key={id}
          label={label}
          text={shortLabel}
          icon={icon}
          aria-pressed={id === openToolId}
          onClick={() => openTool(id)}
        />
      ))}
      <Menu items={menuItems} trigger={(props) => <BottomBarButton label="More" icon={MoreOutlined} {...props} />} />
    </nav>
  );
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  ref?: Ref<HTMLButtonElement> | undefined;
  /** The accessible name, which contains the text. */
  label: string;
  /** Below the icon; default the label. */
  text?: string;
  icon: IconDefinition;
}

export const BottomBarButton = ({ label, text = label, icon, ...props }: ButtonProps) => (
  <button type="button" {...props} aria-label={label} className={styles['button']}>
    <Icon of={icon} size={20} />
    <span aria-hidden="true">{text}</span>
  </button>
);
