/** The buttons that open rows, in their order; `data-row` holds the row's id. */
const openersIn = (place: ParentNode): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('[data-row]')];

/** Gives the focus to the row with this id. False when it is not there. */
export function focusRow(place: ParentNode | null, id: string): boolean {
  const opener = place === null ? undefined : openersIn(place).find((each) => each.dataset['row'] === id);
  opener?.focus();
  return opener !== undefined;
}

export const focusFirstRow = (place: ParentNode): void => openersIn(place)[0]?.focus();
