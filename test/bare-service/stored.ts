/** The data of the bare service: written by requests, or by a test that needs more than the interface can write. */
export interface StoredCall {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
  readonly thread_id: string | null;
  readonly turn_id: string | null;
  readonly op_name: string;
  readonly started_at: string;
  /** Null for a running call; the interface has no way to end one. */
  readonly ended_at: string | null;
  readonly svc_user_id: string;
}

export interface StoredVersion {
  readonly object_id: string;
  readonly digest: string;
  readonly version_index: number;
  readonly created_at: string;
  readonly kind: "object" | "op";
  readonly base_object_class: string | null;
  readonly val: unknown;
}

export interface StoredRow {
  readonly digest: string;
  readonly val: unknown;
}

export interface StoredPrice {
  readonly id: string;
  readonly llm_id: string;
  readonly prompt_token_cost: number;
  readonly completion_token_cost: number;
  readonly prompt_token_cost_unit: string;
  readonly completion_token_cost_unit: string;
  readonly effective_date: string;
  readonly provider_id: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredCheckpoint {
  readonly id: string;
  readonly step: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** One project of the bare service, and its models. */
export class Stored {
  readonly calls: StoredCall[] = [];
  readonly versions: StoredVersion[] = [];
  readonly tables = new Map<string, readonly StoredRow[]>();
  readonly prices: StoredPrice[] = [];
  readonly events = new Map<string, readonly StoredEvent[]>();
  readonly checkpoints = new Map<string, readonly StoredCheckpoint[]>();
}
