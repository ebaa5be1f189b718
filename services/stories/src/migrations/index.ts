import type { Migration } from '@inkbear/service-kit/migrations';
import { stories } from './0001-stories.ts';
import { addHistory } from './0002-texts-with-a-history.ts';
import { storedBytes } from './0003-stored-bytes.ts';
import { exactQuotas } from './0004-exact-quotas.ts';
import { renameFields } from './0005-plain-names.ts';

export const migrations: readonly Migration[] = [stories, addHistory, storedBytes, exactQuotas, renameFields];
