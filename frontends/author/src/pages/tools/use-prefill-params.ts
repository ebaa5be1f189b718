import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Prefills a form from the URL: calls `onParams` once with the parameters of these names and removes them from the URL,
 * so that a reload keeps later input.
 */
export function usePrefillParams<Name extends string>(
  names: readonly Name[],
  onParams: (given: Partial<Record<Name, string>>) => void,
): void {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const given = names.flatMap((name) => {
      const value = params.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    if (given.length === 0) return;
    onParams(Object.fromEntries(given) as Partial<Record<Name, string>>);
    const rest = new URLSearchParams([...params].filter(([name]) => !(names as readonly string[]).includes(name)));
    setParams(rest, { replace: true });
  });
}
