import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Passes the URL parameters with these names on once and removes them from the URL, so that a reload keeps what was
 * typed since.
 */
export function useHandedOver<Name extends string>(
  names: readonly Name[],
  take: (given: Partial<Record<Name, string>>) => void,
): void {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const given = names.flatMap((name) => {
      const value = params.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    if (given.length === 0) return;
    take(Object.fromEntries(given) as Partial<Record<Name, string>>);
    const rest = new URLSearchParams([...params].filter(([name]) => !(names as readonly string[]).includes(name)));
    setParams(rest, { replace: true });
  });
}
