import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation that runs once at a time: the second click of a double click comes before the first has been drawn. */
export function useOneAttempt<Given = void>(options: UseMutationOptions<void, Error, Given>) {
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({ ...options, onSettled: () => { isRunning.current = false; } });
  const attempt = (given: Given) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(given);
  };
  return { attempt, isPending };
}
