import type { WatchChannel, WatchDelivery } from "@/lib/api/contract/watches/watch-channels";

/** What a message says, before it gets the form of its channel. */
export interface Notification {
  readonly kind: WatchDelivery["kind"];
  readonly event_id: string | null;
  /** Null for a test. */
  readonly watch_id: string | null;
  /** The training run that the message is about; absent for watches of calls. */
  readonly run_id?: string;
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

const WORDS: Readonly<Record<Notification["kind"], string>> = {
  firing: "Firing",
  resolved: "Resolved",
  no_data: "No data",
  test: "Test",
};

/** The payload of Standard Webhooks: a type, a time and the data. */
function webhookBody({ kind, ...data }: Notification): object {
  return { type: `watch.${kind}`, timestamp: data.at, data: { ...data, is_test: kind === "test" } };
}

const ZERO_WIDTH_SPACE = "\u200b";

/** Texts may come from traces: they must not link, format or notify anyone. */
function slackText(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll("@", `@${ZERO_WIDTH_SPACE}`);
}

/** Slack's incoming webhooks, and those that accept the same text. */
function slackBody({ kind, name, sentence, url }: Notification): object {
  const link = url === null ? "" : `\n<${url}|Open in Heddle>`;
  return { text: `${WORDS[kind]}: ${slackText(name)}\n${slackText(sentence)}${link}` };
}

/** A card, in runs of text: unlike text blocks they contain no Markdown. */
function teamsBody({ kind, name, sentence, url }: Notification): object {
  const line = (text: string, weight: string) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, weight }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [line(`${WORDS[kind]}: ${name}`, "Bolder"), line(sentence, "Default")],
    actions: url === null ? [] : [{ type: "Action.OpenUrl", title: "Open in Heddle", url }],
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
  return { type: "message", attachments: [attachment] };
}

/** Returns the subject and the text of an email. Programs that show mail make no link of a text but addresses. */
export function mailOf({ kind, name, project_id: project, sentence, at, url }: Notification) {
  const lines = [sentence, "", `Project: ${project}`, `At: ${at}`, ...(url === null ? [] : ["", url]), ""];
  return { subject: `${WORDS[kind]}: ${name}`, text: lines.join("\n") };
}

const BODIES: Readonly<Record<Exclude<WatchChannel["kind"], "email">, (notification: Notification) => object>> = {
  webhook: webhookBody,
  slack: slackBody,
  teams: teamsBody,
};

/** Returns the body of a message in the form of a channel, as JSON text. */
export function bodyFor(kind: keyof typeof BODIES, notification: Notification): string {
  return JSON.stringify(BODIES[kind](notification));
}
