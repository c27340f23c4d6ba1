import type { Kind } from "@/lib/calls/call-kind";

type Dye = "cochineal" | "indigo" | "orchil" | "verdigris" | "walnut" | "weld" | "woad";

/** The dye of each kind of call. Kinds that find things share one; the others share that of the kind that they resemble. */
export const KIND_DYES: Readonly<Record<Kind, Dye>> = {
  agent: "indigo",
  llm: "orchil",
  tool: "verdigris",
  op: "walnut",
  eval: "weld",
  user: "woad",
  retrieval: "cochineal",
  memory: "cochineal",
  embedding: "cochineal",
  reranker: "cochineal",
  planning: "indigo",
  guardrail: "weld",
  mcp: "verdigris",
  workflow: "walnut",
  chain: "walnut",
};

/** Whole names, since the compiler of the styles reads them in the source. */
const INKS: Readonly<Record<Dye, string>> = {
  cochineal: "text-dye-cochineal",
  indigo: "text-dye-indigo",
  orchil: "text-dye-orchil",
  verdigris: "text-dye-verdigris",
  walnut: "text-dye-walnut",
  weld: "text-dye-weld",
  woad: "text-dye-woad",
};

const FILLS: Readonly<Record<Dye, string>> = {
  cochineal: "bg-dye-cochineal",
  indigo: "bg-dye-indigo",
  orchil: "bg-dye-orchil",
  verdigris: "bg-dye-verdigris",
  walnut: "bg-dye-walnut",
  weld: "bg-dye-weld",
  woad: "bg-dye-woad",
};

/** Returns the class that fills a shape with the dye of a kind. */
export const kindFill = (kind: Kind): string => FILLS[KIND_DYES[kind]];

/** Returns the class that draws lines and texts in the dye of a kind. */
export const kindInk = (kind: Kind): string => INKS[KIND_DYES[kind]];
