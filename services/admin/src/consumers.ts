import { on, type Subscription } from '@inkbear/service-kit/consumer';
import { projectionContext, type ProjectionDeps, projectors } from './projections/index.ts';
import type { UserList } from './users/user-list.ts';

type ConsumerDeps = ProjectionDeps & {
  readonly userList: UserList;
  /**
   * Subscriptions of service-kit. An event type has one consumer per service, so the handlers of these subscriptions
   * run in that consumer, before the projection.
   */
  readonly kitSubscriptions: readonly Subscription[];
};

/**
 * Every event updates its projections. Events of erased users are included, because the totals must be the same as after
 * a rebuild from the outboxes. The projectors drop the names of erased users.
 */
export const consumers = (deps: ConsumerDeps): Subscription[] =>
  projectors.map(({ event, project }) =>
    on(
      event,
      async (envelope, transaction) => {
        for (const subscription of deps.kitSubscriptions)
          if (subscription.event.type === event.type) await subscription.handle(envelope, transaction);
        const changedUsers = await project(envelope, projectionContext(deps, envelope, transaction.session));
        for (const userId of changedUsers) await deps.userList.refresh(userId, transaction.session);
      },
      { includeErasedUsers: true },
    ),
  );
