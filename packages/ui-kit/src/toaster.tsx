import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import styles from './toaster.module.css';

export interface ToastView {
  /** A new key makes a new toast, even with the same text. */
  key: number;
  title: string;
  description?: string;
  tone?: 'default' | 'destructive';
  /** Milliseconds; default 5,000. */
  durationMs?: number;
  action?: { label: string; run: () => void };
}

/** Shows the newest toast. Its timer stops while the toast has the pointer or the focus, and then starts anew. */
export function Toaster({ toast, onClose }: { toast: ToastView | null; onClose: () => void }) {
  // The key of the toast that has the pointer or the focus. A closed toast sends no event when it loses them.
  const [heldKey, setHeldKey] = useState<number | null>(null);
  const key = toast?.key;
  const isHeld = key !== undefined && heldKey === key;
  const focusHandlers = useReturnFocus(key);
  const durationMs = toast?.durationMs ?? 5000;
  useEffect(() => {
    if (key === undefined || isHeld) return undefined;
    const timer = setTimeout(onClose, durationMs);
    return () => clearTimeout(timer);
  }, [key, durationMs, isHeld, onClose]);
  const isDestructive = toast?.tone === 'destructive';
  return (
    <div
      className={styles['place']}
      role={isDestructive ? 'alert' : 'status'}
      aria-live={isDestructive ? 'assertive' : 'polite'}
      {...focusHandlers}
    >
      {toast && (
        <div
          key={toast.key}
          className={`${styles['toast']} ${isDestructive ? styles['destructive'] : ''}`}
          onPointerEnter={() => setHeldKey(toast.key)}
          onPointerLeave={() => setHeldKey(null)}
          onFocus={() => setHeldKey(toast.key)}
          onBlur={() => setHeldKey(null)}
        >
          <div className={styles['text']}>
            <p className={styles['title']}>{toast.title}</p>
            {toast.description !== undefined && <p className={styles['description']}>{toast.description}</p>}
          </div>
          {toast.action && (
            <button
              type="button"
              className={styles['action']}
              onClick={() => {
                toast.action?.run();
                onClose();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton
            label="Close"
            hint={false}
            size={32}
            variant="inherit"
            className={styles['close']}
            onClick={onClose}
          >
            <Icon of={CloseOutlined} size={16} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/**
 * Returns the focus to where it was before it entered a toast, when the toast with this key disappears with it. Spread
 * the handlers onto an element around the toast.
 */
function useReturnFocus(key: number | undefined) {
  const origin = useRef<EventTarget | null>(null);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      if (activeElement === body && origin.current instanceof HTMLElement)
        (origin.current.isConnected ? origin.current : document.querySelector('main'))?.focus({ preventScroll: true });
      origin.current = null;
    },
    [key],
  );
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
    },
    // An element that is removed may lose the focus with this event too, but is not in the document afterwards.
    onBlur: ({ currentTarget, target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target.isConnected && !currentTarget.contains(document.activeElement)) origin.current = null;
      }),
  };
}
