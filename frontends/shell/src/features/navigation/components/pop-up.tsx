import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import styles from './pop-up.module.css';

/**
 * A button that opens a small panel below it. Escape, a click elsewhere, moving the focus out with Tab, and navigation
 * close it.
 */
export function PopUp({
  name,
  button,
  children,
}: {
  name: string;
  button: ReactNode;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeIfOutside = (event: Event) => {
      if (event.target instanceof Node && container.current?.contains(event.target) === false) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', closeIfOutside);
    document.addEventListener('focusin', closeIfOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside);
      document.removeEventListener('focusin', closeIfOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);
  return (
    <div ref={container} className={styles['place']}>
      <IconButton
        ref={trigger}
        label={name}
        hint={false}
        round
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </IconButton>
      <div id={id} className={styles['panel']} hidden={!isOpen}>
        {isOpen && children(() => setOpen(false))}
      </div>
    </div>
  );
}
