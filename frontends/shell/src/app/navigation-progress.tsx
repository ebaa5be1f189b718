import { useNavigation } from 'react-router-dom';
import styles from './navigation-progress.module.css';

/**
 * A bar at the top while the next page loads; the current page stays until then. CSS delays the bar, so that short
 * loads show nothing.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div role="progressbar" aria-label="Loading the page" className={styles['bar']} />;
}
