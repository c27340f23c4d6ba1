import { describe, expect, it } from "vitest";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { classOf, isPrompt, sizeOf } from "./describe-version";

function version(object_id: string, version_index: number, more: Partial<ObjectVersion> = {}): ObjectVersion {
  return {
    project_id: "demo/airline",
    object_id,
    created_at: "2026-11-20T14:30:01Z",
    digest: `${object_id}-${version_index}`,
    version_index,
    is_latest: 0,
    kind: "object",
    ...more,
  };
}

describe("versions", () => {
  it("are prompts when their class or base class is a prompt", () => {
    expect(isPrompt(version("a", 0, { base_object_class: "Prompt", leaf_object_class: "Policy" }))).toBe(true);
    expect(isPrompt(version("a", 0, { leaf_object_class: "MessagesPrompt" }))).toBe(true);
    expect(isPrompt(version("a", 0, { base_object_class: "Model" }))).toBe(false);
    expect(isPrompt(version("a", 0))).toBe(false);
  });

  it("show their class, their base class, or that they are ops", () => {
    expect(classOf(version("a", 0, { base_object_class: "Model", leaf_object_class: "Mine" }))).toBe("Mine");
    expect(classOf(version("a", 0, { base_object_class: "Model" }))).toBe("Model");
    expect(classOf(version("a", 0, { kind: "op" }))).toBe("Op");
    expect(classOf(version("a", 0))).toBeNull();
  });

  it("add up sizes, and show none that the service did not report", () => {
    expect(sizeOf([version("a", 0), version("a", 1)])).toBeNull();
    expect(sizeOf([version("a", 0, { size_bytes: 10 }), version("a", 1), version("a", 2, { size_bytes: 5 })])).toBe(15);
  });
});
