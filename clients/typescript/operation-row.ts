/** The facts of an operation that a request needs. */
export interface OperationRow {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Placeholders are written {name}. */
  readonly path: string;
  /** True where a repetition changes nothing. */
  readonly isRead: boolean;
  readonly isBearer: boolean;
  readonly result: "json" | "jsonl" | "bytes";
  /** The members that are sent as the query of the address. */
  readonly query: readonly string[];
  /** The way of each required `project_id`: the client's project is filled in there. */
  readonly projects: readonly string[];
  /** The member with the bytes of a form; null for JSON. */
  readonly file: string | null;
  /** The longest wait for the head of an answer, and for its next piece. */
  readonly headMs: number;
  readonly pieceMs: number;
}
