import type { Store } from "@/service/store/engine/store";
import { CallVisibility } from "./call-visibility";
import { CallWriter, type CallWriterOptions } from "./call-writer";
import { RecentCalls } from "./recent-calls";
import { VisibleCalls } from "./visible-calls";

/** The writer of calls, and the store as readers of calls use it. */
export interface OpenedCalls {
  readonly writer: CallWriter;
  readonly store: Store;
  readonly visibility: CallVisibility;
  readonly recent: RecentCalls;
}

/** Opens the calls of a store whose tables exist. There must be one instance per store. */
export async function openCalls(store: Store, options: CallWriterOptions = {}): Promise<OpenedCalls> {
  const visibility = new CallVisibility();
  const recent = new RecentCalls();
  const writer = await CallWriter.open(store, visibility, recent, options);
  return { writer, store: new VisibleCalls(store, visibility, () => writer.storedForReader()), visibility, recent };
}
