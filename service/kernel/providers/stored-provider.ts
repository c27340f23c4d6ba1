/**
 * A provider as configured in the dashboard, with its secrets in clear text: they leave the process only to its
 * address.
 */
export interface StoredProvider {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  /** Null when none was entered. */
  readonly apiKey: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly apiVersion: string | null;
  readonly updatedAt: string;
  /** Its secrets were encrypted with another key file and must be entered again. */
  readonly isUnreadable: boolean;
}
