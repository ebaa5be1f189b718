import { getBillingConfig } from '@inkbear/contracts/billing/billing';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';

/** Whether money is only played with here; false until billing has said so. */
export const useSandbox = (): boolean => useQuery(read(getBillingConfig)).data?.mode === 'sandbox';
