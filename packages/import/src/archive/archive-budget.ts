import { ImportError } from '../import-error.ts';
import { archiveLimits } from '../limits.ts';

interface EntrySizes {
  readonly packed: number;
  readonly unpacked: number;
}

/**
 * Counts what an archive and the archives inside it contain. Sizes are checked twice: as the directory declares them,
 * before anything is unpacked, and as they are unpacked.
 * @throws ImportError `imports.hostile` beyond a limit, `imports.too_large` for a text that is too long
 */
export class ArchiveBudget {
  #entries = 0;
  #declared = 0;
  #unpacked = 0;

  addEntryCount(count: number): void {
    this.#entries += count;
    if (this.#entries > archiveLimits.entries) throw new ImportError('imports.hostile');
  }

  /** What the directory of one archive declares. */
  addDeclared(entries: readonly EntrySizes[]): void {
    const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
    const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
    this.#declared += unpacked;
    if (this.#declared > archiveLimits.unpackedBytes) throw new ImportError('imports.hostile');
    checkRatio({ packed, unpacked }, archiveLimits.archiveRatioFromBytes);
  }

  /** An entry that is about to be unpacked. */
  addEntry(entry: EntrySizes): void {
    checkRatio(entry, archiveLimits.ratioFromBytes);
    if (entry.unpacked > archiveLimits.textBytes) throw new ImportError('imports.too_large');
  }

  addUnpacked(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > archiveLimits.unpackedBytes) throw new ImportError('imports.hostile');
  }
}

function checkRatio({ packed, unpacked }: EntrySizes, from: number): void {
  if (unpacked > from && unpacked > packed * archiveLimits.ratio) throw new ImportError('imports.hostile');
}
