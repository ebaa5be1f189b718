import type { PageName } from '@inkbear/web-kit/remote-contract.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from './manifests.ts';

interface Props {
  page: PageName;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a remote's named page; only its content when no remote has a page with that name. */
export function NamedPageLink({ page, className, children }: Props) {
  const address = addressOf(page);
  if (address === null) return <span className={className}>{children}</span>;
  return (
    <Link to={address} className={className}>
      {children}
    </Link>
  );
}
