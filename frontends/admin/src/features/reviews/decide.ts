import { approveReview, rejectReview } from '@inkbear/contracts/reviews/moderation';
import { useAdminAction } from '../../kit/forms/use-admin-action.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

/** Makes a review public. */
export const useApprove = () =>
  useAdminAction({
    send: (id: string) => adminCall(approveReview, { params: { id } }),
    done: ({ message }) => ({ title: 'Review Approved', description: message }),
    failed: 'Error approving review',
  });

/** Refuses a review, or takes an approved one back. */
export const useReject = () =>
  useAdminAction({
    send: (id: string) => adminCall(rejectReview, { params: { id } }),
    done: ({ message }) => ({ title: 'Review Rejected', description: message }),
    failed: 'Error rejecting review',
  });
