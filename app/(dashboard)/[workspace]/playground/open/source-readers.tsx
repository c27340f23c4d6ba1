import type { Draft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withMessages, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { readRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { parseDraft } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import { MAX_ROWS } from "@/app/(dashboard)/[workspace]/playground/rows/prepare-row-runs";
import { appQuery } from "@/lib/api/client/app-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import type { ResultOf } from "@/lib/api/contract/operations";
import { formatShortId } from "@/lib/format/identifier";
import type { Workspace } from "@/lib/workspace/workspace";
import { readCall } from "./read-call";
import { type ReadPrompt, readPrompt } from "./read-prompt";
import { parseRolloutAddress, rolloutRequest } from "./read-rollout";
import { parseRowAddress, readRow } from "./read-row";
import { parseTableAddress, readTable } from "./read-table";
import { missingSource, type SourceProblem, type SourceReader } from "./source";

/** A traced call. It is loaded in full, however large, since its request is to be run again. */
export function callReader({ connectionId, projectId }: Workspace, id: string): SourceReader<ResultOf<"call.read">> {
  return {
    noun: "call",
    query: serviceQuery(connectionId, "call.read", { project_id: projectId, id }),
    convert: ({ call }) => {
      if (call === null) {
        return missingSource(
          "call",
          <>
            It was deleted, or <span className="text-code">{id}</span> belongs to another project.
          </>,
        );
      }
      const read = readCall(call);
      if (read.messages.length === 0) {
        return {
          problem: "empty",
          title: "Not a model call",
          reason: "Its inputs contain no messages, so there is nothing to run again.",
        };
      }
      return {
        from: `call ${formatShortId(id)}`,
        lost: read.unsupported,
        fill: (draft) => withRequest(draft, read, id),
      };
    },
  };
}

/** A version of a stored prompt: its object, a colon, and its digest. Its messages replace the typed ones. */
export function promptReader({ connectionId, projectId }: Workspace, id: string): SourceReader<ResultOf<"obj.read">> {
  const [objectId = "", digest = ""] = id.split(":");
  return {
    noun: "prompt",
    query: serviceQuery(connectionId, "obj.read", { project_id: projectId, object_id: objectId, digest }),
    convert: ({ obj }) => {
      const read = readPrompt(obj);
      if (read === null) {
        return {
          problem: "cut",
          title: "Not a prompt",
          reason: (
            <>
              <span className="text-code">{id}</span> contains neither messages nor text.
            </>
          ),
        };
      }
      return {
        from: `the prompt ${objectId}:v${obj.version_index}`,
        lost: read.lost,
        fill: (draft) => withStoredPrompt(draft, read),
      };
    },
  };
}

/** Replaces the messages with those of a prompt, and model and parameters where the prompt has them. */
function withStoredPrompt(draft: Draft, { messages, config, link }: ReadPrompt): Draft {
  const filled =
    Object.keys(config).length === 0
      ? { ...withMessages(draft, "shared", messages), callId: null }
      : withRequest(draft, { ...readRequest(config), messages }, null);
  return { ...filled, prompt: link };
}

/** A shared request with every column, parameter and variable. It replaces the whole draft. */
export function requestReader(id: string): SourceReader<AppResultOf<"sharedRequests.read">> {
  return {
    noun: "request",
    query: appQuery("sharedRequests.read", { id }),
    convert: (shared) => {
      const draft = parseDraft(shared.draft);
      if (draft === null) {
        return {
          problem: "cut",
          title: "Could not read this request",
          reason: "It was saved by another version of the playground.",
        };
      }
      return { from: `${shared.ownerName}’s request`, lost: [], fill: () => draft };
    },
  };
}

/** A turn of a logged trajectory, or the problem of an id that is not the address of one. */
export function rolloutReader(
  { connectionId }: Workspace,
  id: string,
): SourceReader<ResultOf<"trajectories.read">> | SourceProblem {
  const rollout = parseRolloutAddress(id);
  if (rollout === null) {
    return missingSource(
      "rollout",
      <>
        <span className="text-code">{id}</span> is not the address of a trajectory.
      </>,
    );
  }
  const { batchId, group, trajectory, message } = rollout;
  return {
    noun: "rollout",
    query: serviceQuery(connectionId, "trajectories.read", { batch_id: batchId, group, trajectory }),
    convert: (result) => {
      const read = rolloutRequest(result.trajectory, message);
      return {
        from: `trajectory ${trajectory} of group ${group}`,
        lost: read.unsupported,
        fill: (draft) => withRequest(draft, read, null),
      };
    },
  };
}

/** Reads a row of a table, or reports that the id is not the address of a row. */
export function rowReader(
  { connectionId, projectId }: Workspace,
  id: string,
): SourceReader<ResultOf<"table.query">> | SourceProblem {
  const address = parseRowAddress(id);
  if (address === null) {
    return missingSource(
      "row",
      <>
        <span className="text-code">{id}</span> is not the address of a row.
      </>,
    );
  }
  const { table, row } = address;
  const body = { project_id: projectId, digest: table, filter: { row_digests: [row] }, limit: 1 };
  return {
    noun: "row",
    query: serviceQuery(connectionId, "table.query", body),
    convert: ({ rows: [found] }) => {
      if (found === undefined) return missingSource("row", "The table has no row with this digest.");
      const read = readRow(found.val);
      if (read === null) {
        return { problem: "empty", title: "Nothing to run in this row", reason: "It has no messages and no values." };
      }
      const number = typeof found.original_index === "number" ? `row ${found.original_index}` : "a row";
      return { from: `${number} of a table`, ...read };
    },
  };
}

/** The first rows of a table, or of some of its rows, to run over. */
export function tableReader({ connectionId, projectId }: Workspace, id: string): SourceReader<ResultOf<"table.query">> {
  const { digest, rowDigests } = parseTableAddress(id);
  const filter = rowDigests.length > 0 ? { filter: { row_digests: [...rowDigests] } } : {};
  return {
    noun: "table",
    query: serviceQuery(connectionId, "table.query", { project_id: projectId, digest, ...filter, limit: MAX_ROWS + 1 }),
    convert: ({ rows }) => {
      const read = readTable(rows.map(({ val }) => val));
      if (read !== null) return read;
      return { problem: "empty", title: "Nothing to run in this table", reason: "It has no rows with columns." };
    },
  };
}
