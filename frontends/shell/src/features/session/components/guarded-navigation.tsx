import { hasUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { type ContextType, type ReactNode, useContext, useMemo } from 'react';
import { type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { askToLeave } from '../leave-question.ts';

/**
 * Asks before a link or a command leaves a page that alone holds unsaved work. The router runs in component mode, which
 * has no blocker, so the navigator of its context is wrapped; every remote shares that context. Back and Forward cannot
 * be held up; they lose nothing either, for the save queues live as long as the tab.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guardedNavigator(context.navigator) }), [context]);
  return <NavigationContext.Provider value={guarded}>{children}</NavigationContext.Provider>;
}

type Navigator = ContextType<typeof NavigationContext>['navigator'];

function guardedNavigator(navigator: Navigator): Navigator {
  const unlessAtRisk = (to: To, go: () => void) => {
    if (pathOf(to) === window.location.pathname || !hasUnpersisted()) return go();
    void askToLeave('navigate').then((leave) => {
      if (leave) go();
    });
  };
  const push: Navigator['push'] = (to, state, options) => unlessAtRisk(to, () => navigator.push(to, state, options));
  const replace: Navigator['replace'] = (to, state, options) =>
    unlessAtRisk(to, () => navigator.replace(to, state, options));
  return Object.assign(Object.create(navigator) as Navigator, { push, replace });
}

const pathOf = (to: To): string =>
  new URL(typeof to === 'string' ? to : (to.pathname ?? ''), window.location.href).pathname;
