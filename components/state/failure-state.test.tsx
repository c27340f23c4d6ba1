// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorKinds, type ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { FailureState } from "./failure-state";

afterEach(cleanup);

const failure = (members: Partial<ServiceFailure>): ServiceFailure => ({
  kind: "upstream",
  message: "The service failed.",
  requestId: "req-1",
  operation: "calls.streamQuery",
  ...members,
});

describe("a failure", () => {
  it.each(errorKinds)("of kind %s is announced with its message, operation and request", (kind) => {
    render(<FailureState failure={failure({ kind })} />);
    const alert = screen.getByRole("alert");
    expect(alert.querySelector("h2")?.textContent).not.toBe("");
    expect(alert.textContent).toContain("calls.streamQuery");
    expect(alert.textContent).toContain("req-1");
  });

  it("has a retry where that may help", async () => {
    const onRetry = vi.fn();
    render(<FailureState failure={failure({})} onRetry={onRetry} />);
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it("of an ended session leads to sign-in in another tab, where nothing on this page is lost", () => {
    render(<FailureState failure={failure({ kind: "signed-out" })} onRetry={vi.fn()} />);
    const link = screen.getByRole("link", { name: "Sign in in another tab" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/sign-in", "_blank"]);
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  });

  it("of validation lists each location", () => {
    const detail = [{ loc: ["body", "sort_by", "0", "field"], msg: "Field required", type: "missing" }];
    render(<FailureState failure={failure({ kind: "validation", detail })} />);
    expect(screen.getByText("sort_by[0].field")).toBeTruthy();
    expect(screen.getByText("Field required")).toBeTruthy();
  });

  it("of a rejected credential links to the connections", () => {
    render(<FailureState failure={failure({ kind: "credentials-refused", status: 401 })} />);
    expect(screen.getByRole("link", { name: "Open connections" }).getAttribute("href")).toBe("/settings/connections");
  });
});
