import { beforeEach, describe, expect, it } from "vitest";
import { LateUrlWrites } from "./late-url-writes";

const ORIGIN = "http://heddle.test";
const late = "__nuqs__";
const ofRouter = { __NA: true };

/** A history that only stores addresses. */
class FakeHistory {
  address = `${ORIGIN}/w/threads?thread=a`;
  pushState = (_state: unknown, _title: string, url?: string | URL | null) => this.#write(url);
  replaceState = (_state: unknown, _title: string, url?: string | URL | null) => this.#write(url);

  #write(url: string | URL | null | undefined): void {
    this.address = new URL(url ?? "", this.address).href;
  }
}

let history: FakeHistory;
let writes: LateUrlWrites;

beforeEach(() => {
  history = new FakeHistory();
  writes = new LateUrlWrites(history, () => history.address);
});

describe("a late write to the address", () => {
  it("is dropped while a navigation is pending, in both forms", () => {
    writes.navigate("/w/traces", "push");
    history.pushState(null, late, "/w/threads");
    history.replaceState(null, late, "/w/threads?q=a");
    expect(history.address).toBe(`${ORIGIN}/w/threads?thread=a`);
  });

  it("is written when no navigation is pending, and after it has arrived", () => {
    history.pushState(null, late, "/w/threads");
    expect(history.address).toBe(`${ORIGIN}/w/threads`);
    writes.navigate("/w/traces", "push");
    history.pushState(ofRouter, "", "/w/traces");
    history.replaceState(null, late, "/w/traces?q=a");
    expect(history.address).toBe(`${ORIGIN}/w/traces?q=a`);
  });

  it("is dropped after the router has repeated the unchanged address", () => {
    writes.navigate("/w/traces", "push");
    history.replaceState(ofRouter, "", "/w/threads?thread=a");
    history.pushState(null, late, "/w/threads");
    expect(history.address).toBe(`${ORIGIN}/w/threads?thread=a`);
  });

  it("is written again after a navigation that was redirected, or that led back to the same page", () => {
    writes.navigate("/w/traces", "push");
    history.pushState(ofRouter, "", "/sign-in");
    history.replaceState(null, late, "/sign-in?a=1");
    expect(history.address).toBe(`${ORIGIN}/sign-in?a=1`);
    writes.navigate("/sign-in?a=1", "push");
    history.replaceState(ofRouter, "", "/sign-in?a=1");
    history.replaceState(null, late, "/sign-in?a=2");
    expect(history.address).toBe(`${ORIGIN}/sign-in?a=2`);
  });

  it("is left to its writer when the browser goes back", () => {
    writes.navigate("/w/traces", "push");
    writes.navigate("/w/objects", "traverse");
    history.replaceState(null, late, "/w/objects?kind=op");
    expect(history.address).toBe(`${ORIGIN}/w/objects?kind=op`);
  });
});
