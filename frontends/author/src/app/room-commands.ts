import type { Command } from '@inkbear/web-kit/remote-contract.ts';

let offered: readonly Command[] = [];

/** What the open writing room can do, for the command palette; nothing while no room is open. */
export const roomCommands = {
  list: (): readonly Command[] => offered,
  /** Answers how to take them away again. */
  offer: (commands: readonly Command[]): (() => void) => {
    offered = commands;
    return () => {
      if (offered === commands) offered = [];
    };
  },
};
