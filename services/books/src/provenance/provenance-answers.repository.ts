import { noProvenanceAnswers, type ProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import type { Connection } from 'mongoose';
import { BookSettingsRepository } from '../book-settings/book-settings.repository.ts';
import { provenanceAnswersModel } from './provenance.model.ts';

/** What authors declare about AI, by book. */
export class ProvenanceAnswersRepository extends BookSettingsRepository<ProvenanceAnswers> {
  constructor(connection: Connection) {
    super(provenanceAnswersModel(connection), noProvenanceAnswers);
  }
}
