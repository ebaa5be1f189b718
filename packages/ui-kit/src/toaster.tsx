import { useEffect, useState } from 'react';
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
  const [isHeld, setHeld] = useState(false);
  const key = toast?.key;
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
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
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
          <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
