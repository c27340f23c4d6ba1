import { z } from "zod";
import type { AnnotationQueue, QueueItem, QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatCount } from "@/lib/format/count";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { needing, unlessUnsupported } from "./unsupported";

const queueRow = z.object({
  queue_id: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.string(),
  items: z.number().nullable().describe("Null where the service does not count."),
  reviewed: z.number().nullable().describe("Items that a reviewer has completed or skipped."),
});

const itemRow = z.object({
  item_id: z.string(),
  call_id: z.string(),
  trace_id: z.string(),
  thread_id: z.string().nullable(),
  op: z.string(),
  state: z.string().describe("For the user that you act for."),
  reviews: z.number().describe("Reviewers who have completed it."),
});

const output = z.object({
  queues: z.array(queueRow),
  items: z.array(itemRow).describe("Of the queue that was read."),
  next_offset: z.number().nullable(),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

function rowOf(queue: AnnotationQueue, stats: QueueStats | undefined): z.infer<typeof queueRow> {
  return {
    queue_id: queue.id,
    name: oneLine(queue.name, 200),
    description: oneLine(queue.description ?? "", 500),
    created_at: queue.created_at,
    items: stats?.total_items ?? null,
    reviewed: stats?.completed_items ?? null,
  };
}

async function statsOf({ service, projectId }: OpenWorkspace, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const body = { project_id: projectId, queue_ids: [...ids] };
  return (await unlessUnsupported(service.call("annotationQueues.stats", { body })))?.stats ?? [];
}

const queueText = ({ queue_id: id, name, description, items, reviewed }: z.infer<typeof queueRow>) =>
  `${id}  ${name}: ${items === null ? "not counted" : `${formatCount(reviewed ?? 0)} of ${formatCount(items)} items reviewed`}${description === "" ? "" : `\n  ${description}`}`;

async function listQueues(workspace: OpenWorkspace, { limit, offset }: Page): Promise<ToolAnswer<Output>> {
  const { service, projectId, slug, pageUrl } = workspace;
  // One more than is shown says whether there are more.
  const body = { project_id: projectId, limit: limit + 1, offset };
  const read = await needing(
    "annotationQueues.query",
    "Scores and notes are in find_calls and read_call.",
    service.rows("annotationQueues.query", { body }, limit + 1),
  );
  const queues = read.rows.slice(0, limit);
  const stats = await statsOf(
    workspace,
    queues.map(({ id }) => id),
  );
  const { rows } = fitRows(
    queues.map((queue) =>
      rowOf(
        queue,
        stats.find(({ queue_id: id }) => id === queue.id),
      ),
    ),
  );
  const nextOffset = rows.length < read.rows.length ? offset + rows.length : null;
  const cut = [
    ...(nextOffset === null ? [] : [`There are more queues: pass offset ${nextOffset}.`]),
    ...(read.problem === null ? [] : [`The list is incomplete: ${read.problem}.`]),
  ];
  const url = pageUrl(`/${slug}/review`);
  const text = (rows.length === 0 ? "No review queues." : rows.map(queueText).join("\n")) + footText(cut, url);
  return { text, data: { queues: [...rows], items: [], next_offset: nextOffset, url, cut } };
}

function itemOf(item: QueueItem): z.infer<typeof itemRow> {
  return {
    item_id: item.id,
    call_id: item.call_id,
    trace_id: item.call_trace_id,
    thread_id: item.thread_id ?? null,
    op: oneLine(item.call_op_name, 200),
    state: item.annotation_state,
    reviews: (item.reviews ?? []).filter((review) => review.annotation_state === "completed").length,
  };
}

async function readQueue(
  workspace: OpenWorkspace,
  queueId: string,
  { limit, offset }: Page,
): Promise<ToolAnswer<Output>> {
  const { service, projectId, slug, pageUrl } = workspace;
  const params = { queue_id: queueId };
  const instead = "List the queues instead.";
  const [{ queue }, page, stats] = await Promise.all([
    needing(
      "annotationQueues.read",
      instead,
      service.call("annotationQueues.read", { params, query: { project_id: projectId } }),
    ),
    needing(
      "annotationQueues.items",
      instead,
      service.call("annotationQueues.items", { params, body: { project_id: projectId, limit: limit + 1, offset } }),
    ),
    statsOf(workspace, [queueId]),
  ]);
  const { rows } = fitRows(page.items.slice(0, limit).map(itemOf));
  const nextOffset = rows.length < page.items.length ? offset + rows.length : null;
  const cut = nextOffset === null ? [] : [`There are more items: pass offset ${nextOffset}.`];
  const url = pageUrl(`/${slug}/review/${encodeURIComponent(queueId)}`);
  const row = rowOf(queue, stats[0]);
  const lines = rows.map(({ item_id: id, op, state, call_id: callId }) => `${id}  ${state}  ${op}  (call ${callId})`);
  const text = [queueText(row), ...lines].join("\n") + footText(cut, url);
  return { text, data: { queues: [row], items: [...rows], next_offset: nextOffset, url, cut } };
}

export const reviewQueuesTool = defineTool({
  name: "review_queues",
  title: "Review queues",
  description:
    "Queues of calls and threads that people review with a rubric. Without queue_id: the queues and how far they are. With queue_id: its items with their states. What reviewers answered is in read_call.",
  input: z.strictObject({
    workspace: workspaceInput,
    queue_id: z.string().min(1).max(256).optional(),
    limit: z.number().int().min(1).max(100).default(20),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output,
  operations: ["annotationQueues.query", "annotationQueues.stats", "annotationQueues.read", "annotationQueues.items"],
  run: async ({ workspace: name, queue_id: queueId, ...page }, reader) => {
    const workspace = await reader.open(name);
    return queueId === undefined ? await listQueues(workspace, page) : await readQueue(workspace, queueId, page);
  },
});
