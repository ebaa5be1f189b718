import type { Command } from '@inkbear/web-kit/remote-contract.ts';

let offered: readonly Command[] = [];

/** Palette commands of the open chapter or story; empty while none is open. */
export const editorCommands = {
  list: (): readonly Command[] => offered,
  /** Returns a function that removes them. */
  offer: (commands: readonly Command[]): (() => void) => {
    offered = commands;
    return () => {
      if (offered === commands) offered = [];
    };
  },
};
