import styles from './ai-label.module.css';

/** Marks a text that was not written by the author. */
export const AiLabel = ({ isOffline }: { isOffline: boolean }) => (
  <span className={styles['label']}>{isOffline ? 'Offline text generator, not an AI model' : 'Written by AI'}</span>
);
