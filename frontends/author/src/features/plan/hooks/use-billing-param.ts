import { useSearchParams } from 'react-router-dom';

/** The parameter `?billing=plan` or, from the sandbox's portal link, `?billing=portal`, which opens the plan's dialog. */
export function useBillingParam(): { readonly billing: string | null; readonly removeBilling: () => void } {
  const [search, setSearch] = useSearchParams();
  const removeBilling = () =>
    setSearch(
      (before) => {
        before.delete('billing');
        return before;
      },
      { replace: true },
    );
  return { billing: search.get('billing'), removeBilling };
}
