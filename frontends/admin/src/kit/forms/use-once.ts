import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that is not sent again while the same is under way. `isPending` alone comes a tick too late for the second press of a
 * double click. Call `end` in the mutation's `onSettled`.
 */
export function useOnce<Input>() {
  const underWay = useRef(new Set<string>());
  const nameOf = (input: Input) => JSON.stringify(input) ?? '';
  return {
    end: (input: Input): void => void underWay.current.delete(nameOf(input)),
    guard: <Reply, Failure>(mutation: UseMutationResult<Reply, Failure, Input>): UseMutationResult<Reply, Failure, Input> => ({
      ...mutation,
      mutate: (...args) => {
        const name = nameOf(args[0] as Input);
        if (underWay.current.has(name)) return;
        underWay.current.add(name);
        mutation.mutate(...args);
      },
    }),
  };
}
