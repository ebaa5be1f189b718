import { type DragEvent, useState } from 'react';
import type { DropSide } from '../order.ts';

/** `itself`: the dragged entry would stay where it is. Null: this is no target, but an element around it may be one. */
export type DropPlace = DropSide | 'into' | 'itself' | null;

/** The handlers of an element on which something can be dropped, and `data-drop` while it is dragged over it. */
export function useDropTarget(place: DropPlace, onDrop: () => void) {
  const [isOver, setOver] = useState(false);
  const isTarget = place !== null && place !== 'itself';
  return {
    'data-drop': isOver && isTarget ? place : undefined,
    onDragOver: (event: DragEvent) => {
      if (place === null) return;
      event.stopPropagation();
      if (!isTarget) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (place === null) return;
      event.stopPropagation();
      event.preventDefault();
      setOver(false);
      if (isTarget) onDrop();
    },
  };
}
