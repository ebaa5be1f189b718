import type { Migration } from '@inkbear/service-kit/migrations';
import { quota } from './0001-quota.ts';
import { scope } from './0002-scope.ts';
import { resultBytes } from './0003-result-bytes.ts';
import { tokenReservations } from './0004-token-reservations.ts';
import { contextChoices } from './0005-context-choices.ts';
import { resultEvents } from './0006-result-events.ts';
import { requestKeys } from './0007-request-keys.ts';
import { chapterSummaries } from './0008-chapter-summaries.ts';
import { automaticReadings } from './0009-automatic-readings.ts';
import { providerSummaries } from './0010-provider-summaries.ts';

export const migrations: readonly Migration[] = [
  quota,
  scope,
  resultBytes,
  tokenReservations,
  contextChoices,
  resultEvents,
  requestKeys,
  chapterSummaries,
  automaticReadings,
  providerSummaries,
];
