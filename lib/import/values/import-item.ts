import type { z } from "zod";
import type { callEnd, callStart } from "@/lib/api/contract/calls/calls";
import type { exportTraceRequest } from "@/lib/api/contract/calls/otel";
import type { feedbackCreate } from "@/lib/api/contract/feedback/feedback";
import type { FilePosition } from "./file-value";
import type { ImportedObject } from "./imported-object";
import type { LeftOut } from "./left-out";

export type StartRequest = z.input<typeof callStart>;
export type EndRequest = z.input<typeof callEnd>;
export type ImportedFeedback = z.input<typeof feedbackCreate>;

/** Spans of one program as OTLP, addressed to the project by its resource. */
export type ImportedSpans = NonNullable<z.input<typeof exportTraceRequest>["resourceSpans"]>[number];

/** A part of a call as an entry of the batch that stores it. */
export type CallPartRequest =
  | { readonly mode: "start"; readonly req: { readonly start: StartRequest } }
  | { readonly mode: "end"; readonly req: { readonly end: EndRequest } };

/** The summary of an import. */
export interface ImportCounts {
  readonly calls: number;
  readonly conversations: number;
  /** The conversations among them that are sessions of coding agents, which have times of their own. Absent for none. */
  readonly sessions?: number;
  /** The recorded conversations among them that have times of their own. Absent for none. */
  readonly timedConversations?: number;
  readonly userMessages: number;
  readonly modelCalls: number;
  readonly toolResults: number;
  /** Versions of prompts. Absent for none. */
  readonly promptVersions?: number;
  /** Rows of datasets. Absent for none. */
  readonly rows?: number;
}

/** A record of another tool's export, and what becomes of it. */
export interface SourceRecord {
  readonly tool: string;
  /** In the words of the other tool: `generation`, `score`. */
  readonly record: string;
  /** In the words of Heddle: `call, LLM`, `feedback`. */
  readonly becomes: string;
  /** Records in one value of the file. Absent for one. */
  readonly count?: number;
}

/** The result of one value of a file. */
export interface ImportItem {
  readonly kind: "item";
  readonly filePosition: FilePosition;
  readonly parts: readonly CallPartRequest[];
  /** Spans that the service converts to calls. Absent for none. */
  readonly spans?: readonly ImportedSpans[];
  readonly feedback: readonly ImportedFeedback[];
  /** Prompts and rows of datasets. Absent for none. */
  readonly objects?: readonly ImportedObject[];
  readonly counts: ImportCounts;
  /** The reward of a conversation, or null. */
  readonly reward: number | null;
  /** Absent for files that are not exports of another tool. */
  readonly source?: SourceRecord;
  /** Parts that are not stored, or stored as something else. Absent where there are none. */
  readonly leftOut?: readonly LeftOut[];
}

/** A value of a file that was skipped, and the reason. */
export interface SkippedItem {
  readonly kind: "skipped";
  readonly filePosition: FilePosition;
  readonly reason: string;
}

export const noCounts: ImportCounts = { calls: 0, conversations: 0, userMessages: 0, modelCalls: 0, toolResults: 0 };

export function addImportCounts(left: ImportCounts, right: ImportCounts): ImportCounts {
  const sessions = (left.sessions ?? 0) + (right.sessions ?? 0);
  const promptVersions = (left.promptVersions ?? 0) + (right.promptVersions ?? 0);
  const rows = (left.rows ?? 0) + (right.rows ?? 0);
  const timedConversations = (left.timedConversations ?? 0) + (right.timedConversations ?? 0);
  return {
    ...(sessions > 0 ? { sessions } : {}),
    ...(timedConversations > 0 ? { timedConversations } : {}),
    ...(promptVersions > 0 ? { promptVersions } : {}),
    ...(rows > 0 ? { rows } : {}),
    calls: left.calls + right.calls,
    conversations: left.conversations + right.conversations,
    userMessages: left.userMessages + right.userMessages,
    modelCalls: left.modelCalls + right.modelCalls,
    toolResults: left.toolResults + right.toolResults,
  };
}

/** Returns the number of conversations whose times are invented. */
export function untimedConversations({ conversations, sessions = 0, timedConversations = 0 }: ImportCounts): number {
  return conversations - sessions - timedConversations;
}

/** The batch entries of one call; a call without an end is running. */
export function callPartsOf(start: StartRequest, end: EndRequest | null): CallPartRequest[] {
  const parts: CallPartRequest[] = [{ mode: "start", req: { start } }];
  if (end) parts.push({ mode: "end", req: { end } });
  return parts;
}
