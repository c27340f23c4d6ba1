import type { EventKind } from "@/lib/api/contract/watches/event-kinds";

/** The events that this room stores; watches store those of their own. */
type ProductEventKind = Exclude<EventKind, "watch.firing">;

/** What an event is about: ids and names, never what calls contain. Times are ISO 8601 in UTC. */
export type EventSubject =
  | {
      readonly call: {
        readonly id: string;
        readonly trace_id: string;
        readonly op_name: string;
        readonly started_at: string;
        readonly ended_at: string;
      };
    }
  | {
      readonly evaluation: {
        /** Of the call of the evaluation. */
        readonly id: string;
        readonly trace_id: string;
        readonly evaluation_ref: string | null;
        readonly state: string;
        readonly started_at: string;
        readonly ended_at: string;
      };
    }
  | {
      readonly issue: {
        readonly id: string;
        readonly kind: "exception" | "score" | "answer";
        readonly op_name: string;
        readonly state: "new" | "regressed";
        readonly release: string | null;
      };
    }
  | { readonly disk: { readonly state: "low" | "very-low" | "full" } }
  | { readonly training_run: { readonly id: string; readonly state: string } }
  | { readonly review_queue: { readonly id: string; readonly item_count: number } }
  | {
      readonly object: {
        readonly id: string;
        readonly digest: string;
        readonly kind: string;
        readonly class: string | null;
        readonly ref: string;
      };
    };

/** A version of an object that is about to be stored. */
export interface AwaitedVersion {
  readonly kind: string;
  readonly objectId: string;
  readonly digest: string;
  readonly revision: number;
}

/** A message about an event, as it is stored until it is sent. */
export interface EventMessage {
  readonly kind: ProductEventKind;
  /** Follows from what happened; null for a test. */
  readonly event_id: string | null;
  readonly project_id: string;
  /** What the event is about: the name of an op, a run, a queue or an object. */
  readonly name: string;
  readonly at: string;
  readonly sentence: string;
  /** The page below the project's links in the dashboard, such as `r/call/ID`. */
  readonly path: string;
  readonly is_test: boolean;
  readonly subject: EventSubject;
  /** It is sent once this is stored; null for what is stored with the message. */
  readonly awaits: AwaitedVersion | null;
}

/** An event that has happened. */
export type ProductEvent = Omit<EventMessage, "event_id" | "is_test" | "awaits"> & {
  readonly event_id: string;
  readonly awaits?: AwaitedVersion;
};
