/** A provider as a request uses it. The key leaves the service only in a header to `baseUrl`. */
export interface Provider {
  readonly name: string;
  readonly title: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Null when none is needed or none is set. */
  readonly apiKey: string | null;
  /** The variable that a key would be read from; null when no key is needed. */
  readonly keyVariable: string | null;
  readonly models: RegExp | null;
  readonly hasStreamOptions: boolean;
  readonly isLocal: boolean;
  /** Sent with every request to the provider; values may be secrets. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Used for requests that name none. */
  readonly apiVersion: string | null;
  /** Replaces the network for models that this service runs itself. Absent for all others. */
  readonly fetch?: typeof fetch;
}

export type ProviderVariables = Readonly<Record<string, string | undefined>>;
