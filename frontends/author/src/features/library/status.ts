/** What a card says; nothing stored is a draft. */
export const statusLabel = (status: string | null | undefined): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Draft';
