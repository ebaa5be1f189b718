import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** For `keyOf`: only one mutation at a time, whatever its input. */
export const anyInput = (): string => '';

/**
 * A mutation that ignores calls while one with the same key is in flight. `isPending` alone changes too late for the
 * second press of a double click.
 * @param keyOf what counts as the same: the same input, or with `anyInput` any input is sent
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
