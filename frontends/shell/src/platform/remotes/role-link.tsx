import type { PageRole } from '@inkbear/web-kit/remote-contract.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from './manifests.ts';

interface Props {
  pageRole: PageRole;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a remote's page by its role; only its content when no remote has such a page. */
export function RoleLink({ pageRole, className, children }: Props) {
  const address = addressOf(pageRole);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <Link to={address} className={className}>
      {children}
    </Link>
  );
}
