import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";
import { tools } from "@/lib/api/server/mcp/server/tool-list";
import { skillText } from "@/lib/api/server/mcp/skill/skill";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { rowsInput } from "@/lib/api/server/mcp/writing/plan-rows";
import { guideOf } from "@/lib/guide/guides";
import { rowFor } from "@/scripts/program/program-table";

/** Words in code that are neither tools nor inputs of one: members of answers, values, and names of other programs. */
const OTHER_WORDS = new Set([
  ...[
    "notable",
    "failures",
    "groups",
    "now",
    "newest_call_at",
    "cut",
    "warnings",
    "feedback",
    "draft",
    "metrics",
    "source",
  ],
  ...["lower", "opentelemetry", "weave", "langfuse", "traceloop", "openinference", "project_id"],
  ...["call_id", "value", "ok", "running"],
  ...resultFilterNames,
  ...skills.map(({ subject }) => subject),
]);

const inputsOf = ({ input }: (typeof tools)[number]) => Object.keys(input.shape);

describe("skills", () => {
  it.each(skills.map((skill) => [skill.subject, skill] as const))("%s has the head that agents read", (_, skill) => {
    const { name, description } = skill;
    expect(name).toMatch(/^heddle-[a-z]+$/);
    // The specification of skills allows 1,024 characters, of which some agents show fewer.
    expect(description.length).toBeLessThan(500);
    const [, head = "", body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(skillText(skill)) ?? [];
    expect(parse(head)).toEqual({ name, description });
    expect(body).toMatch(/^# /);
  });

  it.each(skills.map((skill) => [skill.subject, skill.body] as const))("%s names only what there is", (_, body) => {
    const known = new Set(tools.flatMap((tool) => [tool.name, ...inputsOf(tool)]));
    for (const name of Object.keys(rowsInput.shape)) known.add(name);
    const codes = [...body.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? "");
    const words = codes.filter((code) => /^[a-z]+(?:_[a-z]+)*$/.test(code));
    expect(words.filter((word) => !known.has(word) && !OTHER_WORDS.has(word))).toEqual([]);
    const inputs = codes.flatMap((code) => /^([a-z_]+): /.exec(code)?.[1] ?? []);
    expect(inputs.filter((name) => !known.has(name))).toEqual([]);
    const guides = [...body.matchAll(/\/settings\/docs\/([a-z-]+)\.md/g)].map(([, name]) => name ?? "");
    expect(guides.filter((name) => guideOf(name) === undefined)).toEqual([]);
    const commands = [...body.matchAll(/npx heddle (\S+)/g)].map(([, word]) => word);
    expect(commands.filter((word) => rowFor(word) === undefined)).toEqual([]);
  });
});
