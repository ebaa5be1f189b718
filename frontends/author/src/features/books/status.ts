/** The status text of a card; without a stored status, “Draft”. */
export const statusLabel = (status: string | null | undefined): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Draft';
