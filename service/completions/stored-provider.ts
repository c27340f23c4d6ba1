/** A provider as it was set in the dashboard, with its secrets in clear: never leaves the process but to its address. */
export interface StoredProvider {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  /** Null where none was entered. */
  readonly apiKey: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly apiVersion: string | null;
  readonly updatedAt: string;
  /** Its secrets were sealed with another key file: they must be entered again. */
  readonly isUnreadable: boolean;
}
