import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens antd's Select with this label and chooses an option by its text. */
export async function chooseOption(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  // Lists of selects that were opened earlier stay in the document, before this one.
  const options = await screen.findAllByRole('option', { name: option });
  await userEvent.click(options.at(-1) as HTMLElement);
}
