import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A tool beside the text; its code loads when it is first opened. */
export interface Tool<Context> {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDefinition;
  readonly Panel: LazyExoticComponent<ComponentType<Context>>;
}

export const lazyTool = <Id extends string, Context>(
  id: Id,
  label: string,
  icon: IconDefinition,
  load: () => Promise<{ default: ComponentType<Context> }>,
) => ({ id, label, icon, Panel: lazy(load) });
