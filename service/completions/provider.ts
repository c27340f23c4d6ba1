/** A provider as a request can use it. The key never leaves the service but in a header to `baseUrl`. */
export interface Provider {
  readonly name: string;
  readonly title: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Null where none is needed, or none is set. */
  readonly apiKey: string | null;
  /** The variable that a key would be read from; null where none is needed. */
  readonly keyVariable: string | null;
  readonly models: RegExp | null;
  readonly hasStreamOptions: boolean;
  readonly isLocal: boolean;
  /** Sent with every request to it; values may be secrets. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** For requests that name none. */
  readonly apiVersion: string | null;
  /** Answers in place of the network: for models of this service itself. Absent for all others. */
  readonly fetch?: typeof fetch;
}

export type ProviderVariables = Readonly<Record<string, string | undefined>>;
