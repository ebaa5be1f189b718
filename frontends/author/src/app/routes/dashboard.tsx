import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { Button } from 'antd';

export default function DashboardPage() {
  return (
    <>
      <title>Your books · Inkbear</title>
      <EmptyState title="Your Writing Dashboard" text="Your first book begins with a title." action={<Button type="primary">Create a book</Button>} />
    </>
  );
}
