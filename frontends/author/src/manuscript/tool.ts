import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { ComponentType } from 'react';

/** The tools that chapters and stories both have. Ctrl+F opens `search`. */
type CommonToolId = 'grammar' | 'history' | 'read-aloud' | 'search';
export type ChapterToolId =
  | CommonToolId
  | 'ai'
  | 'bible'
  | 'checks'
  | 'coach'
  | 'context'
  | 'craft'
  | 'export'
  | 'names'
  | 'origins'
  | 'outline'
  | 'progress'
  | 'voice';
export type StoryToolId = CommonToolId | 'about';
export type ToolId = ChapterToolId | StoryToolId;

/** A tool beside the text; its code loads when it is first opened. It reads what it needs from React contexts. */
export interface Tool<Id extends ToolId = ToolId> {
  readonly id: Id;
  readonly label: string;
  /** The name under the icon; a part of the label. */
  readonly shortLabel: string;
  readonly icon: IconDefinition;
  readonly Panel: ComponentType;
}

/** `shortLabel` is the label by default. */
export const lazyTool = <Id extends ToolId>(
  id: Id,
  { label, shortLabel = label, icon }: { label: string; shortLabel?: string; icon: IconDefinition },
  load: () => Promise<{ default: ComponentType }>,
): Tool<Id> => ({ id, label, shortLabel, icon, Panel: lazyPage(load) });

/** How many tools of a list have a name under their icon until the author asks for all names. */
export const namedToolCount = 4;

const namesKey = 'inkbear-tool-names';
/** Whether all tools have a name under their icon, on this device. */
export const toolNamesPreference = {
  isOn: (): boolean => safeLocalStorage.get(namesKey) === 'all',
  set: (isOn: boolean): void => safeLocalStorage.set(namesKey, isOn ? 'all' : null),
};

/** The tool that each user had open last, on this device. */
export interface ToolMemory {
  readonly read: (userId: string) => ToolId | null;
  readonly save: (userId: string, id: ToolId | null) => void;
}

const closed = 'none';
/** @param initial the open tool of a user who has not opened or closed one yet */
export function createToolMemory(prefix: string, tools: readonly Tool[], initial: ToolId | null): ToolMemory {
  const key = (userId: string) => `${prefix}:${userId}`;
  return {
    read: (userId) => {
      const stored = safeLocalStorage.get(key(userId));
      return stored === closed ? null : (tools.find(({ id }) => id === stored)?.id ?? initial);
    },
    save: (userId, id) => safeLocalStorage.set(key(userId), id ?? closed),
  };
}
