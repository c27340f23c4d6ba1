import { z } from "zod";
import { MEASURED_FIGURES, WINDOW_SECONDS } from "@/lib/api/contract/measures/measured-figures";
import {
  MAX_DASHBOARD_NAME_LENGTH,
  MAX_PANEL_TEXT_LENGTH,
  MAX_PANELS,
  MAX_TITLE_LENGTH,
  PANEL_KINDS,
  PANEL_SIZES,
  panelProblem,
} from "./panel-rules";

const MAX_QUERY_LENGTH = 4000;

const queryText = z
  .string()
  .max(MAX_QUERY_LENGTH, { error: `At most ${MAX_QUERY_LENGTH} characters` })
  .default("");

/** A panel: what is measured, and how it is drawn. The members that its kind does not use are kept. */
const dashboardPanel = z
  .strictObject({
    id: z.string().min(1).max(64),
    kind: z.enum(PANEL_KINDS),
    title: z.string().trim().max(MAX_TITLE_LENGTH).default("").describe("The name of the measure when empty."),
    size: z.enum(PANEL_SIZES).default("S"),
    figure: z.enum(MEASURED_FIGURES).default("calls"),
    score: z.string().max(512).default(""),
    query: queryText.describe("The text of the query box, beside that of the dashboard."),
    rootsOnly: z.boolean().default(false).describe("Counts calls without a parent only."),
    by: z.string().max(512).default("").describe("What to group by; empty for nothing."),
    windowSeconds: z
      .literal([...WINDOW_SECONDS])
      .default(60)
      .describe("The narrowest window; a long range has wider ones."),
    text: z.string().max(MAX_PANEL_TEXT_LENGTH).default("").describe("Markdown, of the kind text."),
  })
  .superRefine((panel, context) => {
    const problem = panelProblem(panel);
    if (problem) context.addIssue({ code: "custom", path: [problem.member], message: problem.message });
  });

export type DashboardPanel = z.output<typeof dashboardPanel>;

/** All that people make of a dashboard; also the content of its file. */
export const dashboardContent = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "Enter a name" })
    .max(MAX_DASHBOARD_NAME_LENGTH, { error: `At most ${MAX_DASHBOARD_NAME_LENGTH} characters` }),
  query: queryText.describe("The text of the query box for all panels."),
  panels: z
    .array(dashboardPanel)
    .max(MAX_PANELS, { error: `At most ${MAX_PANELS} panels` })
    .refine((panels) => new Set(panels.map(({ id }) => id)).size === panels.length, {
      error: "Two panels have the same id",
    })
    .default([]),
});

export type DashboardContent = z.output<typeof dashboardContent>;

/** A file of a dashboard, which another workspace can import. */
export const dashboardFile = z.strictObject({ heddle_dashboard: z.literal(1), ...dashboardContent.shape });

const saved = {
  id: z.string(),
  /** Counts saves; the next save names it. */
  version: z.number(),
  updatedAt: z.string(),
  /** Null when the user was removed. */
  updatedBy: z.string().nullable(),
};

export const dashboardSummary = z.object({ ...saved, name: z.string(), panelCount: z.number() });

export type DashboardSummary = z.output<typeof dashboardSummary>;

export const savedDashboard = z.object({ ...saved, content: dashboardContent });

export type SavedDashboard = z.output<typeof savedDashboard>;

export const dashboardsOf = z.strictObject({ workspaceId: z.string() });

export const dashboardById = dashboardsOf.extend({ id: z.string() });

export const dashboardSave = dashboardsOf.extend({
  /** The one to change, with the version that it had when it was read; a new one when null. */
  before: z.strictObject({ id: z.string(), version: z.number() }).nullable(),
  content: dashboardContent,
});
