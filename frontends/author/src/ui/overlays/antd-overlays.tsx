import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Drawer, Dropdown, Modal } from 'antd';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';

/** An entry of a menu. */
export type MenuItem =
  | { readonly type: 'divider' }
  | {
      readonly key: string;
      readonly label: string;
      readonly disabled?: boolean;
      readonly danger?: boolean;
      readonly onClick: () => void;
    };

export interface ModalProps {
  title: ReactNode;
  /** In pixels. */
  width: number;
  /** Default true. */
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export interface DrawerProps {
  title: ReactNode;
  placement: 'left' | 'right' | 'bottom';
  /** Pixels, or a CSS length. */
  size: number | string;
  /** Default true. */
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Loads all of antd: only code that is loaded on demand imports this file. Pages import `overlays.tsx`. */
const Themed = ({ children }: { children: ReactNode }) => <AntdTheme mode={useThemeMode().mode}>{children}</AntdTheme>;

/**
 * Returns the focus to where it was before an overlay that is removed from the page without having been closed. antd
 * returns it only when `isOpen` changes, and would leave it on the body.
 */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const target = opener?.isConnected === true ? opener : document.getElementById('content');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [opener],
  );
}

export function AntdModal({ title, width, isOpen = true, onClose, children }: ModalProps) {
  useReturnFocus();
  return (
    <Themed>
      <Modal open={isOpen} title={title} width={width} footer={null} destroyOnHidden onCancel={onClose}>
        {children}
      </Modal>
    </Themed>
  );
}

export function AntdDrawer({ isOpen = true, ...props }: DrawerProps) {
  useReturnFocus();
  return (
    <Themed>
      <Drawer open={isOpen} {...props} />
    </Themed>
  );
}

export interface AntdMenuProps {
  items: readonly MenuItem[];
  /** Renders the button below which the menu opens. */
  trigger: () => ReactElement;
}

/** A menu that is open when it mounts, because it is loaded when its button is pressed for the first time. */
export function AntdMenu({ items, trigger }: AntdMenuProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Themed>
      <Dropdown
        menu={{ items: [...items], style: { maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' } }}
        trigger={['click']}
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
      >
        {trigger()}
      </Dropdown>
    </Themed>
  );
}
