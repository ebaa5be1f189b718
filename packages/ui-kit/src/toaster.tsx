import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useEffect, useState } from 'react';
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

/** Shows the newest toast. Its timer is paused while the toast has the pointer or the focus. */
export function Toaster({ toast, onClose }: { toast: ToastView | null; onClose: () => void }) {
  // The key of the toast that has the pointer or the focus. A closed toast sends no event when it loses them.
  const [heldKey, setHeldKey] = useState<number | null>(null);
  const key = toast?.key;
  const isHeld = key !== undefined && heldKey === key;
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
