import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { type ButtonHTMLAttributes, type ReactElement, useRef, useState } from 'react';
import type { AntdMenuProps, DrawerProps, MenuItem, ModalProps } from './antd-overlays.tsx';
import { LazyBoundary } from './lazy-boundary.tsx';
import styles from './overlays.module.css';

const load = () => import('./antd-overlays.tsx');
const LazyModal = lazyPage<ModalProps>(() => load().then(({ AntdModal }) => ({ default: AntdModal })));
const LazyDrawer = lazyPage<DrawerProps>(() => load().then(({ AntdDrawer }) => ({ default: AntdDrawer })));
const LazyMenu = lazyPage<AntdMenuProps>(() => load().then(({ AntdMenu }) => ({ default: AntdMenu })));

const opening = (
  <p role="status" className={styles['opening']}>
    Opening…
  </p>
);

/** antd's Modal; antd is loaded when the first dialog, drawer or menu of the visit opens. */
export const Modal = (props: ModalProps) => (
  <LazyBoundary isOpen={props.isOpen ?? true} waiting={opening} onDismissError={props.onClose}>
    <LazyModal {...props} />
  </LazyBoundary>
);

/** antd's Drawer, loaded as `Modal` is. */
export const Drawer = (props: DrawerProps) => (
  <LazyBoundary isOpen={props.isOpen ?? true} waiting={opening} onDismissError={props.onClose}>
    <LazyDrawer {...props} />
  </LazyBoundary>
);

export type TriggerProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'onBlur' | 'autoFocus' | 'aria-busy'
>;

interface MenuProps {
  items: readonly MenuItem[];
  /** Renders the button that opens the menu. */
  trigger: (props: TriggerProps) => ReactElement;
}

/**
 * antd's menu below a button, loaded as `Modal` is. The button is replaced at its first use and again when the menu has
 * loaded; it keeps the focus, unless the user has moved it meanwhile.
 */
export function Menu({ items, trigger }: MenuProps) {
  const [state, setState] = useState<'unused' | 'used' | 'dismissed'>('unused');
  const hasFocus = useRef(false);
  const use = () => {
    hasFocus.current = true;
    setState('used');
  };
  const waiting = trigger({ autoFocus: true, 'aria-busy': true, onBlur: () => void (hasFocus.current = false) });
  return (
    <LazyBoundary
      isOpen={state === 'used'}
      waiting={waiting}
      placeholder={trigger({ autoFocus: state === 'dismissed', onClick: use })}
      onDismissError={() => setState('dismissed')}
    >
      <LazyMenu items={items} trigger={() => trigger({ autoFocus: hasFocus.current })} />
    </LazyBoundary>
  );
}
