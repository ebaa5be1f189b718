import type { Command } from '@inkbear/web-kit/remote-contract.ts';

type ListCommands = () => readonly Command[];

const none: ListCommands = () => [];
let offered = none;

/** Palette commands of the open chapter or story; empty while none is open. */
export const editorCommands = {
  list: (): readonly Command[] => offered(),
  /** Returns a function that removes them. @param list called when the palette opens */
  offer: (list: ListCommands): (() => void) => {
    offered = list;
    return () => {
      if (offered === list) offered = none;
    };
  },
};
