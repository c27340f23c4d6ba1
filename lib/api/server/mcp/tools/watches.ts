import { z } from "zod";
import type { Watch, WatchNotification } from "@/lib/api/contract/watches/watches";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { countOf } from "@/lib/format/count";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool } from "./tool";
import { needing } from "./unsupported";

const INSTEAD = "figures shows how counts, errors, latency and cost change.";
/** Half of an answer for watches, and half for what they reported. */
const SHARE = 12_000;

const watchRow = z.object({
  watch_id: z.string(),
  name: z.string(),
  state: z.string().describe("The worst of its groups: firing, no_data, pending, ok, collecting or off."),
  firing_groups: z.array(z.string()).describe("Values of the groups that fire; empty without groups."),
  muted_until: z.string().nullable(),
  judged_until: z.string().nullable(),
  problem: z.string().nullable().describe("Why it could not be judged last."),
});

const alertRow = z.object({
  at: z.string(),
  kind: z.string(),
  name: z.string().nullable(),
  watch_id: z.string().nullable(),
  run_id: z.string().nullable().describe("The training run, where the alert is about one."),
  group: z.string().nullable(),
  sentence: z.string(),
});

function rowOf({ id, settings, state, groups, muted_until: muted, judged_until: judged, problem }: Watch) {
  return {
    watch_id: id,
    name: oneLine(settings.name, 200),
    state,
    firing_groups: groups.flatMap((group) =>
      group.state === "firing" && group.value !== null ? [oneLine(group.value, 200)] : [],
    ),
    muted_until: muted,
    judged_until: judged,
    problem: problem === null ? null : oneLine(problem, 500),
  };
}

function alertOf({ at, kind, name, watch_id, run_id, group, sentence }: WatchNotification) {
  return {
    at,
    kind,
    name: name === null ? null : oneLine(name, 200),
    watch_id,
    run_id,
    group: group === null ? null : oneLine(group, 200),
    sentence: oneLine(sentence, 500),
  };
}

function watchText({ watch_id: id, name, state, firing_groups: groups, problem }: z.infer<typeof watchRow>): string {
  const firing = groups.length === 0 ? "" : ` (${groups.join(", ")})`;
  return `${state}${firing}  ${id}  ${name}${problem === null ? "" : `\n  could not be judged: ${problem}`}`;
}

export const watchesTool = defineTool({
  name: "watches",
  title: "Watches and alerts",
  description:
    "Rules on figures that the service judges: their states, firing first, and what fired, resolved or had no data lately, in watches and in training runs. Begin here when asked what is wrong now.",
  input: z.strictObject({
    workspace: workspaceInput,
    limit: z.number().int().min(1).max(100).default(30).describe("Of alerts, newest first."),
  }),
  output: z.object({
    watches: z.array(watchRow),
    alerts: z.array(alertRow),
    url: z.string(),
    cut: cutOutput,
  }),
  operations: ["watches.list", "watches.notifications"],
  run: async ({ workspace: name, limit }, reader) => {
    const { service, projectId, slug, pageUrl } = await reader.open(name);
    const body = { project_id: projectId };
    const [{ watches }, { notifications }] = await Promise.all([
      needing("watches.list", INSTEAD, service.call("watches.list", { body })),
      needing("watches.notifications", INSTEAD, service.call("watches.notifications", { body })),
    ]);
    const isFiring = ({ state }: Watch) => (state === "firing" ? 0 : 1);
    const listed = fitRows(watches.toSorted((left, right) => isFiring(left) - isFiring(right)).map(rowOf), SHARE);
    const alerts = fitRows(notifications.slice(0, limit).map(alertOf), SHARE);
    const isShort = alerts.rows.length < notifications.length;
    const cut = [
      ...(listed.omittedCount > 0
        ? [`${countOf(listed.omittedCount, "more watch", "more watches")}: see the page.`]
        : []),
      ...(isShort ? ["There are older alerts: pass a larger limit, or see the page."] : []),
    ];
    const url = pageUrl(`/${slug}/watches`);
    const lines = [
      ...(listed.rows.length === 0 ? ["No watches."] : listed.rows.map(watchText)),
      ...(alerts.rows.length === 0 ? ["No alerts."] : ["Alerts:"]),
      ...alerts.rows.map(({ at, kind, name: of, sentence }) => `${at}  ${kind}  ${of ?? "a deleted run"}: ${sentence}`),
    ];
    const data = { watches: [...listed.rows], alerts: [...alerts.rows], url, cut };
    return { text: lines.join("\n") + footText(cut, url), data };
  },
});
