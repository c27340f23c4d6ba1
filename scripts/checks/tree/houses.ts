import type { Area } from "./floor-rules";

/** What every house of the service may import from other parts of the project. */
const OUTSIDE = [
  "lib/api/contract",
  "lib/environment",
  "lib/calls/call-kind",
  "lib/calls/content/content-switches",
  "lib/calls/end-user-paths",
  "lib/calls/field-table",
  "lib/chat",
  "lib/evaluation/statistics",
  "lib/fence",
  "lib/guard",
  "lib/json/scan",
  "lib/outgoing",
  "lib/postgres",
  "lib/sql",
  "lib/sqlite",
  "lib/training/metrics/growing-column",
  "lib/training/metrics/metric-order",
  "lib/training/metrics/missing-values",
  "lib/training/metrics/smoothing",
  "lib/training/trainer-protocol",
  "lib/training/trajectories/advantage-rule",
  "lib/usage",
  "trainers/built-in/chat",
  "package.json",
];

interface House {
  readonly name: string;
  /** Its rooms, from the ground up. */
  readonly floors: Area["floors"];
}

/** The houses of the service, from the ground up. None imports its neighbors. */
const floorsOfHouses: readonly (readonly House[])[] = [
  [
    {
      name: "kernel",
      floors: [
        ["errors"],
        ["concurrency", "memory", "packages"],
        ["json"],
        ["bodies", "state"],
        ["access", "checks"],
        ["providers", "runs"],
      ],
    },
  ],
  [
    {
      name: "traces",
      floors: [
        ["store/engine"],
        ["store/commits", "store/ids"],
        ["store/expression", "store/files", "store/objects", "store/schema"],
        ["store/scores", "store/search", "store/sources"],
        ["store/calls", "store/prices", "store/tables"],
        ["store"],
        ["backup", "events", "redaction", "retention", "values"],
        ["handlers"],
        ["calls", "feedback"],
        ["calls/audit", "measures"],
        ["otel"],
        ["otel/wire"],
        ["otel/messages", "otel/turns"],
        ["deployments", "issues", "scrub"],
        [".", "operations"],
      ],
    },
  ],
  [
    { name: "completion", floors: [["**"], ["operations"]] },
    { name: "objects", floors: [[".", "tables"], ["operations"]] },
  ],
  [
    {
      name: "evaluation",
      floors: [["annotation-queues", "evaluations"], ["evaluation-runs"], ["monitors"], [".", "operations"]],
    },
  ],
  [{ name: "training", floors: [["**"], ["checkpoint-evaluations"], ["training-runs"], ["operations"]] }],
  [{ name: "watches", floors: [["**"], ["operations"]] }],
  [{ name: "http", floors: [["metrics", "operations", "projects"], ["."]] }],
];

const folderOf = ({ name }: House) => `service/${name}`;

/** The service: its houses, and the page that opens them. */
export const houses: readonly Area[] = [
  ...floorsOfHouses.flatMap((row, floor) => {
    const below = floorsOfHouses.slice(0, floor).flat().map(folderOf);
    return row.map((house) => ({
      name: `The ${house.name} house of the service`,
      folder: folderOf(house),
      mayReach: [...OUTSIDE, ...below],
      floors: house.floors,
    }));
  }),
  {
    name: "The service",
    folder: "service",
    mayReach: [...OUTSIDE, ...floorsOfHouses.flat().map(folderOf)],
    floors: [["."]],
  },
];
