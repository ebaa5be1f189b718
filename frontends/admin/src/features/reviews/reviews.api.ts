import {
  type AdminReview,
  approveReview,
  listPendingReviews,
  rejectReview,
} from '@inkbear/contracts/reviews/moderation';
import { useAdminMutation } from '../../kit/forms/use-admin-mutation.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

export const reviewList: ListDefinition<AdminReview> = {
  source: listSource(listPendingReviews),
  defaultSort: 'createdAt',
  filters: ['state'],
};
const reviewKeys = { list: () => reviewList.source.key };

/** Publishes a review. */
export const useApproveReview = () =>
  useAdminMutation({
    send: (id: string) => adminCall(approveReview, { params: { id } }),
    successToast: ({ message }) => ({ title: 'Review Approved', description: message }),
    failedText: 'Error approving review',
    staleKeys: () => [reviewKeys.list()],
  });

/** Rejects a review; an approved one is unpublished. */
export const useRejectReview = () =>
  useAdminMutation({
    send: (id: string) => adminCall(rejectReview, { params: { id } }),
    successToast: ({ message }) => ({ title: 'Review Rejected', description: message }),
    failedText: 'Error rejecting review',
    staleKeys: () => [reviewKeys.list()],
  });
