import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** What opens beside the prose; it loads when it is first opened. */
export interface Tool<Desk> {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDefinition;
  readonly Panel: LazyExoticComponent<ComponentType<Desk>>;
}

export const toolOf = <Id extends string, Desk>(
  id: Id,
  label: string,
  icon: IconDefinition,
  load: () => Promise<{ default: ComponentType<Desk> }>,
) => ({ id, label, icon, Panel: lazy(load) });
