import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Whatever is sent counts as the same. */
export const anyInput = (): string => '';

/**
 * A mutation that is not begun again while the same is under way. `isPending` alone comes a tick too late for the
 * second press of a double click.
 * @param keyOf what counts as the same: the same input, or with `oneAtATime` whatever is sent
 */
export function useSingleFlightMutation<Reply, Input = void>(
  options: UseMutationOptions<Reply, Error, Input>,
  keyOf: (input: Input) => string = (input) => JSON.stringify(input) ?? '',
): UseMutationResult<Reply, Error, Input> {
  const inFlight = useRef(new Set<string>());
  const mutation = useMutation<Reply, Error, Input>({
    ...options,
    onSettled: (...args) => {
      inFlight.current.delete(keyOf(args[2]));
      return options.onSettled?.(...args);
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    const name = keyOf(args[0] as Input);
    if (inFlight.current.has(name)) return;
    inFlight.current.add(name);
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}
