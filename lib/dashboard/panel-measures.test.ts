import { expect, it } from "vitest";
import { dashboardContent } from "@/lib/api/contract/app/dashboards";
import { measuresRead } from "@/lib/api/contract/measures/measures";
import { dashboardText, readDashboardText } from "./dashboard-file";
import { panelsOf } from "./edit-panels";
import { askedMeasures, panelMeasure } from "./panel-measures";
import { dashboardTemplates } from "./templates";

const NONE = { model: null, env: null, user: null };
const PROJECT = "demo/air";

it("asks each measure once, with the filters of the dashboard, of the panel and of the variables", () => {
  const panels = panelsOf([
    { kind: "lines", query: "op:search" },
    { kind: "bars", query: "op:search", title: "The same" },
    { kind: "number", query: "op:search" },
  ]);
  const variables = { model: "gpt 4,1", env: "prod", user: null };
  const asked = panels.map((panel) => panelMeasure(panel, { query: "source:production" }, variables, PROJECT));
  expect(asked[0]?.query).toBe('source:production op:search model:"gpt 4,1" attributes.env:prod');
  expect(askedMeasures(asked)).toHaveLength(2);
  expect(asked.map((one) => one.asked?.with_previous)).toEqual([false, false, true]);
});

it("says of a panel why it cannot be asked, and asks nothing for a text", () => {
  const problems = panelsOf([
    { kind: "lines", figure: "latency_p90", by: "model" },
    { kind: "table", by: "no such field" },
    { kind: "lines", query: "latency:fast" },
    { kind: "text", text: "# Hello" },
  ]).map((panel) => panelMeasure(panel, { query: "" }, NONE, PROJECT));
  expect(problems.map(({ problem }) => problem?.replace(/:.*/, ""))).toEqual([
    "Latency over time has no groups; a table has",
    "Calls cannot be grouped by no such field",
    "The filter cannot be read",
    undefined,
  ]);
  expect(askedMeasures(problems)).toEqual([]);
});

it("begins with templates that the contract accepts, whose measures a service takes", () => {
  for (const { content } of dashboardTemplates) {
    expect(dashboardContent.parse(content)).toEqual(content);
    const asked = content.panels.map((panel) => panelMeasure(panel, content, NONE, PROJECT));
    expect(asked.map(({ problem }) => problem)).toEqual(content.panels.map(() => null));
    expect(() => measuresRead.parse({ project_id: PROJECT, measures: askedMeasures(asked) })).not.toThrow();
  }
});

it("reads a file as it was written, and says of another one what is wrong and where", () => {
  const [template] = dashboardTemplates;
  if (!template) throw new Error("There is no template.");
  expect(readDashboardText(dashboardText(template.content)).content).toEqual(template.content);
  expect(readDashboardText("{").problems).toEqual(["The file is not JSON."]);
  const broken = { heddle_dashboard: 1, name: "x", panels: [{ id: "a", kind: "table" }] };
  expect(readDashboardText(JSON.stringify(broken)).problems).toEqual(["panels.0.by: A table needs a group"]);
  expect(readDashboardText('{"name":"x"}').problems[0]).toContain("heddle_dashboard");
});
