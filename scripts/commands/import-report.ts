import type { ImportPreview } from "@/lib/import/mapping/import-preview";
import type { KindCounts } from "@/lib/import/mapping/mapping-choices";
import type { ImportProgress, ImportStoppedError, ImportSummary } from "@/lib/import/send-import";
import { untimedConversations } from "@/lib/import/values/import-item";
import type { LeftOut } from "@/lib/import/values/left-out";

const number = new Intl.NumberFormat("en");

/** Names of objects in a report. */
const MAX_NAMES = 12;

/** Returns a count with its noun: `1 call`, `1,200 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** One line about what is stored so far. */
export function progressLine({ items, calls }: ImportProgress): string {
  return `${counted(items, "value")} read, ${counted(calls, "call")} stored`;
}

function rewardsLine({ rewards, isFeedbackUnsupported }: ImportSummary): string[] {
  if (rewards.size === 0) return [];
  const values = [...rewards].sort(([left], [right]) => right - left);
  const total = values.reduce((sum, [, count]) => sum + count, 0);
  // A continuous reward has as many values as conversations: only a few are listed.
  const named =
    values.length > 5 ? "" : `: ${values.map(([value, count]) => `${number.format(count)} of ${value}`).join(", ")}`;
  const where = isFeedbackUnsupported ? " (as attributes only: this service stores no feedback)" : "";
  return [`  ${counted(total, "reward")}${named}${where}`];
}

function untimedLine(summary: ImportSummary): string[] {
  const count = untimedConversations(summary);
  if (count === 0) return [];
  const which =
    count === summary.conversations ? "These conversations" : `${number.format(count)} of these conversations`;
  return [
    `  ${which} have no timestamps, so they are generated; every call is marked with attributes.import.invented_times.`,
  ];
}

function sourceLines({ sourceRecords }: ImportSummary): string[] {
  return sourceRecords.map(
    ({ tool, record, becomes, count }) => `  ${tool}: ${number.format(count)} × ${record} → ${becomes}`,
  );
}

/** Prompts and datasets, with those that an earlier import stored. */
function objectLines({ objects }: ImportSummary): string[] {
  const { promptsStored, promptsPresent, datasetsStored, datasetsPresent, rows, names } = objects;
  const there = (present: number) => (present > 0 ? ` (${number.format(present)} already there)` : "");
  const [prompts, datasets] = [promptsStored + promptsPresent, datasetsStored + datasetsPresent];
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), "…"] : names;
  return [
    ...(prompts > 0 ? [`  ${counted(prompts, "prompt version")}${there(promptsPresent)}`] : []),
    ...(datasets > 0 ? [`  ${counted(datasets, "dataset")}${there(datasetsPresent)}, ${counted(rows, "row")}`] : []),
    ...(names.length > 0 ? [`  Objects: ${shown.join(", ")}`] : []),
  ];
}

/** The imported and skipped values, for the user. `file` and `projectId` as given. */
export function summaryText(summary: ImportSummary, file: string, projectId: string): string {
  const { calls, conversations, userMessages, modelCalls, toolResults, feedback, skipped, skippedItems } = summary;
  const lines = [`${file} is in ${projectId}:`, ...objectLines(summary)];
  if (conversations > 0) {
    const isSessions = summary.sessions === conversations;
    lines.push(
      `  ${counted(conversations, isSessions ? "session" : "conversation")}, each a thread: ${counted(userMessages, "user message")}, ` +
        `${counted(modelCalls, "model call")}, ${counted(toolResults, "tool result")}`,
      ...rewardsLine(summary),
      ...untimedLine(summary),
    );
  }
  const isOnlyObjects = calls + feedback === 0 && summary.objects.names.length > 0;
  if (!isOnlyObjects) {
    const records = feedback > 0 ? `, ${counted(feedback, "feedback record", "feedback records")}` : "";
    lines.push(`  ${counted(calls, "call")}${records}`);
  }
  lines.push(...sourceLines(summary), "  Importing the same file again changes nothing.");
  if (skipped > 0) {
    lines.push("", `${counted(skipped, "value")} could not be read:`);
    lines.push(...skippedItems.map(({ filePosition: place, reason }) => `  ${place}: ${reason}`));
    if (skipped > skippedItems.length) lines.push(`  and ${number.format(skipped - skippedItems.length)} more`);
  }
  if (summary.leftOut.length > 0) lines.push("", ...leftOutLines(summary.leftOut));
  return `${lines.join("\n")}\n`;
}

/** The preview of an import, for the user. @param isSample where only the first records were read */
export function previewText(preview: ImportPreview, source: string, isSample = false): string {
  const { values, skipped, counts, feedback, kinds, fields } = preview;
  const read = `${counted(values, "value")}${isSample ? ", the first of each list," : ""}`;
  const records = feedback > 0 ? `, ${counted(feedback, "feedback record")}` : "";
  const lines = [`${source}: ${read} would become ${counted(counts.calls, "call")}${records}. Nothing is stored.`];
  if (skipped > 0) lines.push(`  ${counted(skipped, "value")} can not be read.`);
  if (kinds.size === 0)
    return [...lines, "It has no records of another tool, so there is nothing to map.", ""].join("\n");
  lines.push("", "Kinds of records, for --leave-out:");
  for (const [kind, of] of kinds) lines.push(`  ${kind} (${kindText(of)})`);
  const scores = [...kinds.values()].flatMap((of) => [...of.scores]);
  if (scores.length > 0) lines.push("", "Scores, for --score:");
  for (const [name, count] of scores) lines.push(`  ${name} (${number.format(count)})`);
  if (fields.length > 0) lines.push("", "Members of calls, for --thread, --user and --tags:");
  for (const { path, count, example } of fields) {
    lines.push(`  ${path} (${counted(count, "call")}, for example ${JSON.stringify(example)})`);
  }
  return `${lines.join("\n")}\n`;
}

function kindText({ calls, promptVersions, rows, feedback }: KindCounts): string {
  const counts: readonly (readonly [number, string])[] = [
    [calls, "call"],
    [promptVersions, "prompt version"],
    [rows, "row"],
    [feedback, "feedback record"],
  ];
  const found = counts.filter(([count]) => count > 0).map(([count, one]) => counted(count, one));
  return found.length === 0 ? "nothing of its own" : found.join(", ");
}

/** Choices of the mapping that no record met; empty without any. */
export function unmetText(unmet: readonly string[]): string {
  return unmet.length === 0 ? "" : `\n${unmet.join("\n")} --preview lists what there is.\n`;
}

/** Lines of the values that are not stored: each reason with the place where it first occurred. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(
    ({ reason, count, filePosition }) =>
      `  ${filePosition}${count > 1 ? ` and ${counted(count - 1, "other place", "other places")}` : ""}: ${reason}`,
  );
  return ["Left out, or read as something else:", ...lines];
}

/** The reason for the stop, and how to continue. */
export function stoppedText(stopped: ImportStoppedError): string {
  const { items } = stopped.progress;
  if (items === 0) return `${stopped.message}\nNo value was stored completely.\n`;
  return `${stopped.message}\n${progressLine(stopped.progress)}. Continue with --from ${items}.\n`;
}
