/** Connection strings of the user `ops`. */
export interface Servers {
  readonly mongodbUri: string;
  /** Null when `NATS_URL` is not set. */
  readonly natsUrl: string | null;
}

/** What the commands act on: a local installation, or the servers of a cluster. */
export interface Target {
  /** Throws when no Inkbear is running. */
  readonly servers: () => Servers;
  /** Runs `work` while no process of Inkbear is running. In a local installation only the two servers run meanwhile. */
  readonly withServersOnly: <T>(work: (servers: Servers) => Promise<T>) => Promise<T>;
  /** Where backups are written by default. */
  readonly backupFolder: string;
  /** The private keys and `jwks.json`; null where they are in a Secret. */
  readonly keyFolder: string | null;
  /** Stores the password for the next start; null where it is in a Secret. */
  readonly storeAdminPassword: ((password: string) => void) | null;
  readonly readStandardInput: () => Promise<string>;
}
