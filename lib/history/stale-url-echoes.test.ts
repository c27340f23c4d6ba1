import { beforeEach, describe, expect, it } from "vitest";
import { StaleUrlEchoes } from "./stale-url-echoes";

const ORIGIN = "http://heddle.test";

/** A history that only stores addresses: the current one, and each entry before it. */
class FakeHistory {
  entries = [`${ORIGIN}/w/objects`];

  get address(): string {
    return this.entries.at(-1) ?? "";
  }

  pushState = (_state: unknown, _title: string, url?: string | URL | null) => {
    this.entries.push(new URL(url ?? "", this.address).href);
  };

  replaceState = (_state: unknown, _title: string, url?: string | URL | null) => {
    this.entries[this.entries.length - 1] = new URL(url ?? "", this.address).href;
  };
}

let history: FakeHistory;
let echoes: StaleUrlEchoes;
let stop: () => void;

const shown = () => history.address.slice(ORIGIN.length);
const routerRepeats = (url: string) => history.replaceState(null, "", url);
const routerGoes = (url: string) => history.pushState(null, "", url);

function pageWrites(url: string): void {
  echoes.announce();
  history.replaceState(null, "", ORIGIN + url);
}

function pageAdds(url: string): void {
  echoes.announce();
  history.pushState(null, "", ORIGIN + url);
}

beforeEach(() => {
  history = new FakeHistory();
  echoes = new StaleUrlEchoes(history, () => history.address);
  stop = echoes.watch();
});

describe("an address that the router repeats", () => {
  it("does not undo what the page has written since", () => {
    pageWrites("/w/objects?a=1");
    pageWrites("/w/objects?a=1&b=2");
    routerRepeats("/w/objects?a=1");
    expect(shown()).toBe("/w/objects?a=1&b=2");
    routerRepeats("/w/objects?a=1&b=2");
    expect(shown()).toBe("/w/objects?a=1&b=2");
  });

  it("does not undo it when it is repeated again", () => {
    pageWrites("/w/objects?a=1");
    pageWrites("/w/objects?a=2");
    for (let times = 0; times < 3; times += 1) {
      routerRepeats("/w/objects?a=1");
      expect(shown()).toBe("/w/objects?a=2");
    }
  });

  it("does not undo the first write with the address before it", () => {
    pageWrites("/w/objects?a=1");
    routerRepeats("/w/objects");
    expect(shown()).toBe("/w/objects?a=1");
  });

  it("stays when the page went there and back meanwhile", () => {
    for (const a of ["1", "2", "1"]) pageWrites(`/w/objects?a=${a}`);
    for (const a of ["1", "2", "1"]) {
      routerRepeats(`/w/objects?a=${a}`);
      expect(shown()).toBe("/w/objects?a=1");
    }
    pageWrites("/w/objects?a=2");
    routerRepeats("/w/objects?a=2");
    expect(shown()).toBe("/w/objects?a=2");
  });

  it("does not undo the page's return to its earlier address", () => {
    pageWrites("/w/objects?a=1");
    pageWrites("/w/objects");
    for (const url of ["/w/objects", "/w/objects?a=1", "/w/objects"]) {
      routerRepeats(url);
      expect(shown()).toBe("/w/objects");
    }
  });

  it("leaves an entry of the page's own in the history", () => {
    pageWrites("/w/objects?a=1");
    pageAdds("/w/objects?object=policy");
    routerRepeats("/w/objects?a=1");
    expect(history.entries.map((entry) => entry.slice(ORIGIN.length))).toEqual([
      "/w/objects?a=1",
      "/w/objects?object=policy",
    ]);
  });
});

describe("an address that the router has reached", () => {
  it("stays, whatever the page had written before", () => {
    pageWrites("/w/objects?a=1");
    routerGoes("/w/traces");
    expect(shown()).toBe("/w/traces");
    routerRepeats("/w/traces");
    expect(shown()).toBe("/w/traces");
  });

  it("stays when it replaces the page's address", () => {
    pageWrites("/w/objects?a=1");
    routerRepeats("/sign-in");
    routerRepeats("/w/objects?a=1");
    expect(shown()).toBe("/w/objects?a=1");
  });

  it("stays when a page announced a write and did not make it", async () => {
    echoes.announce();
    await Promise.resolve();
    routerRepeats("/sign-in");
    routerRepeats("/w/objects");
    expect(shown()).toBe("/w/objects");
  });

  it("is the one before the writes after the user went back to it", () => {
    pageAdds("/w/objects?a=1");
    history.entries.pop();
    routerRepeats("/w/objects");
    expect(shown()).toBe("/w/objects");
  });
});

it("is the one the user went back to, though the router rendered several writes at once", () => {
  for (const a of ["1", "2", "1"]) pageAdds(`/w/objects?a=${a}`);
  routerRepeats("/w/objects?a=1");
  history.entries.pop();
  routerRepeats("/w/objects?a=2");
  expect(shown()).toBe("/w/objects?a=2");
});

it("is not changed once nothing is watched", () => {
  pageWrites("/w/objects?a=1");
  pageWrites("/w/objects?a=2");
  stop();
  routerRepeats("/w/objects?a=1");
  expect(shown()).toBe("/w/objects?a=1");
});
