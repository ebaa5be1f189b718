import { styleDefaults, type StyleSettings } from '@inkbear/contracts/books/style-sheet';
import type { Connection } from 'mongoose';
import { BookSettingsRepository } from '../book-settings/book-settings.repository.ts';
import { styleSheetModel } from './style-sheet.model.ts';

/** Style sheets by book. */
export class StyleSheetRepository extends BookSettingsRepository<StyleSettings> {
  constructor(connection: Connection) {
    super(styleSheetModel(connection), styleDefaults);
  }
}
