import type { EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { WatchChannel, WatchDelivery } from "@/lib/api/contract/watches/watch-channels";
import type { EventMessage } from "@/service/traces/events/product-event";

/** What a message says, before it gets the form of its channel. */
export interface Notification {
  readonly kind: Exclude<WatchDelivery["kind"], EventKind>;
  readonly event_id: string | null;
  /** Null for a test. */
  readonly watch_id: string | null;
  /** The training run that the message is about; absent for watches of calls. */
  readonly run_id?: string;
  /** The budget that it is about; absent for watches. */
  readonly budget_id?: string;
  /** The name of the watch, or of the run and its rule. */
  readonly name: string;
  readonly project_id: string;
  readonly group: string | null;
  readonly at: string;
  readonly value: number | null;
  readonly calls: number | null;
  readonly sentence: string;
  /** Leads to the dashboard; null where its address is not known. */
  readonly url: string | null;
}

/** An event as it is sent: its page has an address. */
type SentEvent = Omit<EventMessage, "path" | "awaits"> & Pick<Notification, "url">;

/** What a channel is told. */
export type Told = Notification | SentEvent;

const WORDS: Readonly<Record<Told["kind"], string>> = {
  firing: "Firing",
  resolved: "Resolved",
  no_data: "No data",
  test: "Test",
  "call.failed": "Call failed",
  "evaluation.ended": "Evaluation ended",
  "training_run.ended": "Training run ended",
  "review_queue.done": "Review queue done",
  "issue.opened": "Issue",
  "disk.low": "Disk",
  "object.version_created": "New version",
};

/** The first line of a message for people. */
const headingOf = (told: Told): string => `${"is_test" in told && told.is_test ? "Test: " : ""}${WORDS[told.kind]}: `;

/** The payload of Standard Webhooks: a type, a time and the data. */
function webhookBody(told: Told): object {
  if ("subject" in told) {
    const { kind, subject, at, ...data } = told;
    return { type: kind, timestamp: at, data: { ...data, ...subject } };
  }
  const { kind, ...data } = told;
  return { type: `watch.${kind}`, timestamp: data.at, data: { ...data, is_test: kind === "test" } };
}

const ZERO_WIDTH_SPACE = "\u200b";

/** Texts may come from traces: they must not link, format or notify anyone. */
function slackText(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll("@", `@${ZERO_WIDTH_SPACE}`);
}

/** Slack's incoming webhooks, and those that accept the same text. */
function slackBody(told: Told): object {
  const { name, sentence, url } = told;
  const link = url === null ? "" : `\n<${url}|Open in Heddle>`;
  return { text: `${headingOf(told)}${slackText(name)}\n${slackText(sentence)}${link}` };
}

/** A card, in runs of text: unlike text blocks they contain no Markdown. */
function teamsBody(told: Told): object {
  const { name, sentence, url } = told;
  const line = (text: string, weight: string) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, weight }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [line(`${headingOf(told)}${name}`, "Bolder"), line(sentence, "Default")],
    actions: url === null ? [] : [{ type: "Action.OpenUrl", title: "Open in Heddle", url }],
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
  return { type: "message", attachments: [attachment] };
}

/** Returns the subject and the text of an email. Programs that show mail make no link of a text but addresses. */
export function mailOf(told: Told) {
  const { name, project_id: project, sentence, at, url } = told;
  const lines = [sentence, "", `Project: ${project}`, `At: ${at}`, ...(url === null ? [] : ["", url]), ""];
  return { subject: `${headingOf(told)}${name}`, text: lines.join("\n") };
}

const BODIES: Readonly<Record<Exclude<WatchChannel["kind"], "email">, (told: Told) => object>> = {
  webhook: webhookBody,
  slack: slackBody,
  teams: teamsBody,
};

/** Returns the body of a message in the form of a channel, as JSON text. */
export function bodyFor(kind: keyof typeof BODIES, told: Told): string {
  return JSON.stringify(BODIES[kind](told));
}
