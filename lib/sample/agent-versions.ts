/** A version of the sample's agent: each has another prompt, and so another share of solved cases. */
export interface AgentVersion {
  readonly name: "v1" | "v2" | "v3";
  /** The model that answers. The last one is a trained model that is in no price list. */
  readonly model: string;
  readonly temperature: number;
  readonly prompt: string;
  /** How many of a hundred conversations it solves. */
  readonly solvedPercent: number;
  /** The minimum time of an answer of its model, in milliseconds. */
  readonly answerMs: number;
  /** Whether it asks before it changes a booking. */
  readonly isConfirming: boolean;
}

const FIRST_PROMPT = [
  "You are the service agent of Weft Air, an airline.",
  "Help with bookings, changes, cancellations and baggage. Use the tools for everything that you do not know.",
  "Answer in at most three sentences.",
].join("\n");

const SECOND_PROMPT = [
  FIRST_PROMPT,
  "",
  "Rules",
  "- Look up the reservation before you say anything about it.",
  "- A basic economy ticket cannot be changed. It can be cancelled within 24 hours of booking, or with insurance.",
  "- The first checked bag is free for silver and gold members; each further bag costs 50 USD.",
].join("\n");

const THIRD_PROMPT = [
  SECOND_PROMPT,
  "- Before you change or cancel anything, say what will change and what it costs, and wait for a yes.",
  "- Offer a person when a tool has failed twice.",
].join("\n");

export const agentVersions = [
  {
    name: "v1",
    model: "gpt-4o-mini",
    temperature: 0.7,
    prompt: FIRST_PROMPT,
    solvedPercent: 46,
    answerMs: 640,
    isConfirming: false,
  },
  {
    name: "v2",
    model: "gpt-4o",
    temperature: 0.2,
    prompt: SECOND_PROMPT,
    solvedPercent: 63,
    answerMs: 980,
    isConfirming: false,
  },
  {
    name: "v3",
    model: "weft-agent-7b",
    temperature: 0,
    prompt: THIRD_PROMPT,
    solvedPercent: 81,
    answerMs: 390,
    isConfirming: true,
  },
] as const satisfies readonly AgentVersion[];

/** The sample project's prices, in US dollars per token. Its own model is in no price list. */
export const samplePrices = {
  "gpt-4o": { prompt: 0.0000025, completion: 0.00001, provider: "openai" },
  "gpt-4o-mini": { prompt: 0.00000015, completion: 0.0000006, provider: "openai" },
  "weft-agent-7b": { prompt: 0.0000001, completion: 0.0000002, provider: "self-hosted" },
} as const;

/** Embeds search queries. The project sets no price for it: the published one counts. */
export const EMBEDDING_MODEL = "text-embedding-3-small";
