import { NewBookDialog } from '../../features/books/components/new-book-dialog.tsx';
import { PlanDialog } from '../../features/plan/components/plan-dialog.tsx';

export interface DashboardDialogsProps {
  isCreating: boolean;
  onClose: () => void;
}

/** The dialogs of the dashboard; loaded when the first one opens. */
export default function DashboardDialogs({ isCreating, onClose }: DashboardDialogsProps) {
  return (
    <>
      <PlanDialog />
      <NewBookDialog isOpen={isCreating} onClose={onClose} />
    </>
  );
}
