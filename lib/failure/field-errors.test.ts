import { describe, expect, it } from "vitest";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { fieldErrors, locationPath, otherErrors } from "./field-errors";

const failure = (detail: ServiceFailure["detail"]): ServiceFailure => ({
  kind: "validation",
  message: "The request was refused.",
  requestId: "r1",
  operation: "connections.create",
  ...(detail ? { detail } : {}),
});

describe("a validation failure", () => {
  it.each([
    [["body", "trajectory_groups", "3", "trajectories", "1", "reward"], "trajectory_groups[3].trajectories[1].reward"],
    [["body", "name"], "name"],
    [["body"], ""],
    [["limit"], "limit"],
  ])("at %j reads %s", (loc, path) => expect(locationPath(loc)).toBe(path));

  it("appears at its field, once", () => {
    const both = failure([
      { loc: ["body", "name"], msg: "Field required", type: "missing" },
      { loc: ["body", "name"], msg: "too short", type: "short" },
    ]);
    expect(fieldErrors(both, ["name", "email"])).toEqual({ name: "Field required" });
    expect(otherErrors(both, ["name"])).toEqual([]);
  });

  it("without a matching field is shown with its location", () => {
    const elsewhere = failure([{ loc: ["body", "basic", "password"], msg: "Enter it again", type: "changed" }]);
    expect(otherErrors(elsewhere, ["name"])).toEqual(["basic.password: Enter it again"]);
  });

  it("without detail uses the sentence of the dashboard or the service, never an error code", () => {
    const refused = { ...failure(undefined), reason: "last-admin" };
    expect(otherErrors(refused, [])).toEqual(["The request was refused."]);
    expect(otherErrors({ ...refused, reason: "the project is locked" }, [])).toEqual(["the project is locked"]);
  });

  it("without detail is never silent", () => {
    expect(otherErrors(failure(undefined), ["name"])).toEqual(["The request was refused."]);
  });
});
