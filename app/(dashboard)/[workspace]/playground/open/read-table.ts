import { type Draft, messagesOf } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { isEmpty } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { isVariableName } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { withVariable } from "@/app/(dashboard)/[workspace]/playground/draft/with-variable";
import { MAX_ROWS } from "@/app/(dashboard)/[workspace]/playground/rows/prepare-row-runs";
import { columnsOfRows } from "@/app/(dashboard)/[workspace]/playground/rows/prepare-rows";
import { proposedColumn } from "@/lib/dataset/propose-column";
import { countOf } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import type { SourceContent } from "./source";

/** Reads `TABLE` or `TABLE:ROW,ROW`: the digest of a table, and those of the rows to open. */
export function parseTableAddress(id: string): { digest: string; rowDigests: readonly string[] } {
  const [digest = "", rows = ""] = id.split(":");
  return { digest, rowDigests: rows.split(",").filter(Boolean) };
}

/** Reads rows of a table as rows to run over. Null when none has columns. */
export function readTable(values: readonly unknown[]): SourceContent | null {
  const all = values.filter(isMembers).filter((row) => Object.keys(row).length > 0);
  if (all.length === 0) return null;
  const rows = all.slice(0, MAX_ROWS);
  return {
    from: `${countOf(rows.length, "row")} of a table`,
    lost: all.length > rows.length ? [`rows beyond the first ${MAX_ROWS}`] : [],
    fill: (draft) => withInputColumn({ ...draft, rows, rowColumns: {}, callId: null }),
  };
}

/** Puts the likeliest column into a request that says nothing yet, so that its rows can be run. */
function withInputColumn(draft: Draft): Draft {
  const isBlank = draft.columns.every((column) =>
    messagesOf(draft, column).every((message) => message.role === "system" || isEmpty(message)),
  );
  if (!isBlank) return draft;
  const columns = columnsOfRows(draft.rows).filter(isVariableName);
  const column = proposedColumn("question", columns) || columns[0];
  return column === undefined ? draft : { ...draft, messages: withVariable(draft.messages, column) };
}
