import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { toolOf } from './page-tool-list.ts';
import { toolPath } from './tool-path.ts';
import { ToolTabs } from './tool-tabs.tsx';
import styles from './tools-page.module.css';

export default function ToolsPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { id, label, lead, Panel } = toolOf(params.get('tool'));
  return (
    <div className={styles['page']}>
      <title>{`${label} · Inkbear`}</title>
      <meta name="description" content={lead} />
      <header>
        <h1>Writing tools</h1>
        <p className={styles['lead']}>
          From a first idea to a book with chapters. You can use the result of one tool in the next.
        </p>
      </header>
      <div className={styles['bench']}>
        <ToolTabs open={id} onOpen={(tool) => void navigate(toolPath(tool))} />
        <div id="tool-panel" role="tabpanel" aria-labelledby={`tab-${id}`} tabIndex={0} className={styles['panel']}>
          <header>
            <h2 className={styles['title']}>{label}</h2>
            <p className={styles['panelLead']}>{lead}</p>
          </header>
          <Suspense
            fallback={
              <div className={styles['loading']}>
                <SkeletonLines count={5} />
              </div>
            }
          >
            <Panel key={id} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
