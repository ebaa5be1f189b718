import { designDefaults, type DesignSettings } from '@inkbear/contracts/books/design';
import type { Connection } from 'mongoose';
import { BookSettingsRepository } from '../book-settings/book-settings.repository.ts';
import { designModel } from './design.model.ts';

/** Designs by book. */
export class DesignRepository extends BookSettingsRepository<DesignSettings> {
  constructor(connection: Connection) {
    super(designModel(connection), designDefaults);
  }
}
