import { NewBookDialog } from '../../features/library/components/new-book-dialog.tsx';
import { PlanDialog } from '../../features/plan/components/plan-dialog.tsx';
import { AntdThemeProvider } from '../antd-theme-provider.tsx';

export interface DashboardDialogsProps {
  isCreating: boolean;
  onClose: () => void;
}

/** Everything that opens over the dashboard; fetched when the first is asked for. */
export default function DashboardDialogs({ isCreating, onClose }: DashboardDialogsProps) {
  return (
    <AntdThemeProvider>
      <PlanDialog />
      <NewBookDialog isOpen={isCreating} onClose={onClose} />
    </AntdThemeProvider>
  );
}
