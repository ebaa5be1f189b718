import { useOpenManuscript } from './open-manuscript.ts';

/** Closes the open tool and moves the focus to the text, where the cursor was. */
export function useLeaveTool(): () => void {
  const { layout, plainEditor } = useOpenManuscript();
  return () => {
    layout.openTool(null);
    plainEditor?.focus();
  };
}
