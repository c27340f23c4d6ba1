import type { Store } from "@/service/traces/store/engine/store";
import { CallVisibility } from "./call-visibility";
import { CallWriter, type CallWriterOptions } from "./call-writer";
import { RecentCalls } from "./recent-calls";
import { VisibleCalls } from "./visible-calls";

/** The writer of calls, and the store as readers of calls use it. */
export interface OpenedCalls {
  readonly writer: CallWriter;
  readonly store: Store;
  /** The same for the service's own tasks. Their reads come all the time, and must not keep clients from the log. */
  readonly taskStore: Store;
  readonly visibility: CallVisibility;
  readonly recent: RecentCalls;
}

/**
 * Opens the calls of a store whose tables exist. There must be one instance per store in a process. Several processes
 * may open the calls of one server.
 */
export async function openCalls(store: Store, options: CallWriterOptions = {}): Promise<OpenedCalls> {
  const visibility = new CallVisibility();
  const recent = new RecentCalls();
  const order = store.kind === "server" ? { order: {} } : {};
  const writer = await CallWriter.open(store, visibility, recent, { ...order, ...options });
  return {
    writer,
    store: new VisibleCalls(store, visibility, (projectId) => writer.storedForReader(projectId)),
    taskStore: new VisibleCalls(store, visibility, () => writer.stored()),
    visibility,
    recent,
  };
}
