import { type DashboardContent, dashboardFile } from "@/lib/api/contract/app/dashboards";

/** Returns the text of a dashboard's file. */
export function dashboardText(content: DashboardContent): string {
  return `${JSON.stringify({ heddle_dashboard: 1, ...content }, null, 2)}\n`;
}

/** The dashboard of a file, or the reasons why it is none. */
type ReadFile =
  | { readonly content: DashboardContent; readonly problems: readonly [] }
  | { readonly content: null; readonly problems: readonly string[] };

const MAX_PROBLEMS = 5;

/** Reads the file of a dashboard. Each problem names its place: `panels.0.by: A table needs a group`. */
export function readDashboardText(text: string): ReadFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { content: null, problems: ["The file is not JSON."] };
  }
  const read = dashboardFile.safeParse(value);
  if (!read.success) {
    const issues = read.error.issues.slice(0, MAX_PROBLEMS);
    const problems = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
    return { content: null, problems };
  }
  const { heddle_dashboard: _, ...content } = read.data;
  return { content, problems: [] };
}
